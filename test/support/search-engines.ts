import { expect } from 'vitest';
import { elements, textsIn } from './html.ts';

export type JsonLdNode = { '@type': string | string[]; [key: string]: unknown };

export function jsonLdNodes(html: string): JsonLdNode[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].flatMap(([, json = '']) => {
    const {
      '@context': context,
      '@graph': graph,
      ...node
    } = JSON.parse(json) as { '@graph'?: JsonLdNode[] } & JsonLdNode;
    expect(context).toBe('https://schema.org');
    return graph ?? [node];
  });
}

export const ofType = (nodes: JsonLdNode[], type: string) =>
  nodes.filter((node) => [node['@type']].flat().includes(type));

/** Returns what search engines read in the head of a document, with the response's `status` and `text`. */
export function parseHead({ status, text }: { status: number; text: string }) {
  const links = elements(text, 'link');
  const meta = Object.fromEntries(
    elements(text, 'meta').map(({ name, property, content }) => [name ?? property, content]),
  );
  return {
    status,
    text,
    title: textsIn(text, 'title')[0] ?? '',
    description: meta.description ?? '',
    canonical: links.find(({ rel }) => rel === 'canonical')?.href,
    alternates: Object.fromEntries(
      links.filter(({ rel }) => rel === 'alternate').map(({ hreflang, href }) => [hreflang, href]),
    ),
    robots: meta.robots,
    meta,
  };
}
