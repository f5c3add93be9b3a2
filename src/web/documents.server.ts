import type { FastifyPluginAsync } from 'fastify';
import type { KeptAnswers } from '../delivery/kept-answers.ts';
import type { Prepared } from '../delivery/make-answer.ts';
import { sendAnswer } from '../delivery/send-answer.ts';
import { defaultSeason } from '../shop/catalog/season.ts';
import { defaultLocale, localeOfPath } from '../shop/locale.ts';
import { vatPercentAt } from '../shop/vat.ts';
import { type CatalogueContext, catalogueContext } from './catalogue-context.server.ts';
import { contentSecurityPolicy } from './content-security-policy.server.ts';
import { readDocument } from './document.server.ts';
import { localeRedirect, otherLocale } from './locale-redirect.server.ts';
import { oneSpelling } from './one-spelling.server.ts';
import type { RenderPage } from './render-page.server.ts';
import type { ShopContext } from './shop-context.tsx';
import { pageAt } from './sitemap.ts';
import { sizeRedirect } from './size-redirect.server.ts';

export type DocumentsOptions = {
  /** All of the pages' context but what the catalogue and the day say. */
  shop: Omit<ShopContext, keyof CatalogueContext | 'vatPercent'>;
  render: RenderPage;
  /** Only scripts and styles that the document is known to have may run. Without, documents are made anew each time. */
  strictPolicy: boolean;
  answers: KeptAnswers;
  now: () => Date;
};

const yearInSeconds = 365 * 24 * 60 * 60;

/** The documents of all pages, kept in memory; what is no page is not found. */
export const documents: FastifyPluginAsync<DocumentsOptions> = async (
  app,
  { shop, render, strictPolicy, answers, now },
) => {
  app.get('/*', async (request, reply) => {
    const url = new URL(`http://shop${request.url}`);
    const { pathname, search } = url;
    if (pathname !== '/' && pathname.endsWith('/')) {
      // One slash in front: two would name another site.
      return reply.redirect(`/${withoutOuterSlashes(pathname)}${search}`, 301);
    }
    const redirect = localeRedirect(request);
    if (redirect) {
      reply
        .headers(cachingOf(pathname))
        .header('set-cookie', `locale=${redirect.locale}; Max-Age=${yearInSeconds}; Path=/; SameSite=Lax`);
      return reply.redirect(redirect.location, 302);
    }
    const at = now();
    const sized = sizeRedirect(url, at, shop.facts.branches);
    if (sized) return reply.redirect(sized, 302);
    const page = pageAt(pathname);
    const spelled = page && oneSpelling(page, url.searchParams, defaultSeason(at), shop.facts.branches);
    const path = spelled === null ? request.url : pathname + spelled;
    return sendAnswer(answers, request, reply, {
      key: strictPolicy && spelled !== null ? path : null,
      isFor: isNegotiated(pathname) ? (headers) => otherLocale(pathname, headers) === null : undefined,
      prepare: () => prepareDocument(new URL(`http://shop${path}`), at),
    });
  });

  function prepareDocument(url: URL, at: Date): Prepared {
    const today = { vatPercent: vatPercentAt(shop.facts.vat, at) };
    const content = readDocument(url, { ...shop, ...catalogueContext(), ...today }, at);
    const { status, shop: context, data, answers } = content;
    return {
      basis: JSON.stringify([status, context, data]) + answers.json,
      make: async () => {
        const { status, html } = await render(url.pathname + url.search, content);
        const type = { 'content-type': 'text/html; charset=utf-8' };
        return { status, headers: { ...type, ...cachingOf(url.pathname), ...policyOf(html) }, text: html };
      },
    };
  }

  function policyOf(html: string): Record<string, string> {
    if (!strictPolicy) return {};
    const apiOrigin = shop.apiBase.startsWith('/') ? undefined : new URL(shop.apiBase).origin;
    return { 'content-security-policy': contentSecurityPolicy(html, apiOrigin) };
  }
};

/** By hand: a pattern for the end of a path takes quadratic time on thousands of slashes. */
function withoutOuterSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (path[start] === '/') start += 1;
  while (end > start && path[end - 1] === '/') end -= 1;
  return path.slice(start, end);
}

/** Unprefixed pages depend on the browser's language; the others are the same for everyone. */
function isNegotiated(pathname: string): boolean {
  return localeOfPath(pathname) === defaultLocale && pageAt(pathname) !== null;
}

function cachingOf(pathname: string): Record<'cache-control' | 'vary', string> {
  return isNegotiated(pathname)
    ? { 'cache-control': 'private, no-cache', vary: 'Accept-Language, Cookie, Accept-Encoding' }
    : { 'cache-control': 'public, max-age=5, stale-while-revalidate=30', vary: 'Accept-Encoding' };
}
