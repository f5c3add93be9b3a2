import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Preparation, ResponseCache } from '../../http/cache/response-cache.ts';
import { replyFromCache } from '../../http/cache/send.ts';
import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { defaultSeason } from '../../shop/catalog/road/season.ts';
import { defaultLocale, localeIds, localeOfPath } from '../../shop/locale.ts';
import { vatPercentAt } from '../../shop/money.ts';
import { href, pageAt, pageNames } from '../sitemap.ts';
import { type CatalogueContext, catalogueContext } from './catalogue-context.server.ts';
import { contentSecurityPolicy } from './content-security-policy.server.ts';
import { canonicalSearch, ignoresQuery, readDocument } from './document-content.server.ts';
import type { PageContext } from './page-context.tsx';
import { localeRedirect, otherLocale, sizeRedirect } from './redirects.server.ts';
import type { RenderDocument } from './render-document.server.ts';

export type DocumentOptions = {
  /** The page context without the catalogue and the VAT rate of the day. */
  shop: Omit<PageContext, keyof CatalogueContext | 'vatPercent'>;
  render: RenderDocument;
  /** Sends a strict content security policy and caches documents; false in development. */
  strictPolicy: boolean;
  cache: ResponseCache;
  catalogue: CatalogueStore;
  now: () => Date;
};

const yearInSeconds = 365 * 24 * 60 * 60;

export const documentRoutes: FastifyPluginAsync<DocumentOptions> = async (
  app,
  { shop, render, strictPolicy, cache, catalogue, now },
) => {
  for (const page of pageNames) {
    for (const locale of localeIds) app.get(href(page, locale), { config: { queue: 'pages' } }, sendDocument);
  }

  async function sendDocument(request: FastifyRequest, reply: FastifyReply) {
    const url = new URL(`http://shop${request.url}`);
    const { pathname } = url;
    const page = pageAt(pathname);
    // The router has decoded the path: `/%66aq` is no page.
    if (page === null) return reply.callNotFound();
    const redirect = localeRedirect(request);
    if (redirect) {
      reply
        .headers(cachingOf(pathname))
        .header('set-cookie', `locale=${redirect.locale}; Max-Age=${yearInSeconds}; Path=/; SameSite=Lax`);
      return reply.redirect(redirect.location, 302);
    }
    const at = now();
    const { branches } = shop.shopConfig;
    const current = catalogue.current();
    const sized = sizeRedirect(url, at, { manufacturers: current.manufacturers, branches });
    if (sized) return reply.redirect(sized, 302);
    const search = canonicalSearch(page, url.searchParams, {
      catalogue: current,
      season: defaultSeason(at),
      branches,
    });
    const path = search === null ? request.url : pathname + search;
    return replyFromCache(cache, request, reply, {
      key: strictPolicy && search !== null ? path : null,
      ignoresQuery: ignoresQuery(page),
      isFor: isNegotiated(pathname) ? (headers) => otherLocale(pathname, headers) === null : undefined,
      prepare: () => prepareDocument(new URL(`http://shop${path}`), at),
    });
  }

  function prepareDocument(url: URL, at: Date): Preparation {
    const today = { vatPercent: vatPercentAt(shop.shopConfig.vat, at) };
    const current = catalogue.current();
    const content = readDocument(url, { ...shop, ...catalogueContext(current), ...today }, current, at);
    const { status, context, data, queries } = content;
    return {
      basis: JSON.stringify([status, context, data]) + queries.json,
      build: async () => {
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

/** The URL of a page without trailing slashes, or null when the path without them is no page. */
export function withoutTrailingSlash(url: string): string | null {
  const { pathname, search } = new URL(`http://shop${url}`);
  if (!pathname.endsWith('/')) return null;
  // Not by a regular expression: it takes quadratic time on thousands of slashes.
  let start = 0;
  let end = pathname.length;
  while (pathname[start] === '/') start += 1;
  while (end > start && pathname[end - 1] === '/') end -= 1;
  // Exactly one leading slash: two would name another host.
  const path = `/${pathname.slice(start, end)}`;
  return pageAt(path) === null ? null : path + search;
}

function isNegotiated(pathname: string): boolean {
  return localeOfPath(pathname) === defaultLocale && pageAt(pathname) !== null;
}

function cachingOf(pathname: string): Record<'cache-control' | 'vary', string> {
  return isNegotiated(pathname)
    ? { 'cache-control': 'private, no-cache', vary: 'Accept-Language, Cookie, Accept-Encoding' }
    : { 'cache-control': 'public, max-age=5, stale-while-revalidate=30', vary: 'Accept-Encoding' };
}
