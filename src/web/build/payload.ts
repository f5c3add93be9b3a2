import type { PageName } from '../sitemap.ts';
import { timeLimit } from '../time-limit.ts';

/** Message namespaces that travel with their page only. */
export const pageTexts = {
  faq: 'faq',
  'faq-buy': 'faqBuy',
  'faq-policy': 'faqPolicy',
  'faq-warranty': 'faqWarranty',
  'faq-accessibility': 'faqAccessibility',
} as const satisfies Partial<Record<PageName, string>>;

export type PageTexts = Record<string, unknown>;

const kept = new Map<string, Promise<PageTexts>>();

/** The long texts of a faq page from `{route}/_payload.json`, or null for pages without. Rejects when out of reach. */
export function loadPageTexts(page: PageName | null, pathname: string, buildId: string): Promise<PageTexts> | null {
  if (!page || !(page in pageTexts)) return null;
  const known = kept.get(pathname);
  if (known) return known;
  const texts = fetchTexts(`${pathname}/_payload.json?${buildId}`);
  kept.set(pathname, texts);
  texts.catch(() => kept.delete(pathname));
  return texts;
}

async function fetchTexts(address: string): Promise<PageTexts> {
  const answer = await fetch(address, { signal: timeLimit(5000) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return (await answer.json()) as PageTexts;
}
