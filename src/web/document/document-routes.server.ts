import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Preparation, RequestHead, ResponseCache } from '../../http/cache/response-cache.ts';
import { replyFromCache } from '../../http/cache/send.ts';
import { withDayTexts } from '../../messages/collection-texts.server.ts';
import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { defaultSeason } from '../../shop/catalog/road/season.ts';
import { listCollectionDays } from '../../shop/checkout/place/list-collection-days.ts';
import { publicConfig, type ShopConfig } from '../../shop/config/shop-config.ts';
import { type Locale, localeCookie, localeIds, localeInCookies, localeOfPath } from '../../shop/locale.ts';
import { href, localeCookiePath, type PageName, pageAt, pageNames, vehiclePath } from '../sitemap.ts';
import { type CatalogueContext, catalogueContext } from './catalogue-context.server.ts';
import { contentSecurityPolicy } from './content-security-policy.server.ts';
import { type DayContext, dayContext } from './day-context.server.ts';
import { canonicalSearch, ignoresQuery, readDocument } from './document-content.server.ts';
import type { PageContext } from './page-context.tsx';
import {
  isLanguageNegotiated,
  languageChoiceRedirect,
  localeRedirect,
  localeToRedirectTo,
  sizeRedirect,
} from './redirects.server.ts';
import type { RenderDocument } from './render-document.server.ts';

export type DocumentOptions = {
  shop: Omit<PageContext, keyof CatalogueContext | keyof DayContext | 'shopConfig'> & { shopConfig: ShopConfig };
  render: RenderDocument;
  modulesOf: (page: PageName | null, locale: Locale) => readonly string[];
  /** False in development. Only a build's documents are cached, preload modules and have a content security policy. */
  hasBuild: boolean;
  cache: ResponseCache;
  catalogue: CatalogueStore;
  now: () => Date;
};

export const documentRoutes: FastifyPluginAsync<DocumentOptions> = async (
  app,
  { shop, render, modulesOf, hasBuild, cache, catalogue, now },
) => {
  const publicShop = { ...shop, shopConfig: publicConfig(shop.shopConfig) };
  for (const page of pageNames) {
    for (const locale of localeIds) app.get(href(page, locale), { config: { queue: 'pages' } }, sendDocument);
  }
  // Documents set no cookie, because caches share them. Without script, they load this path as an image, whose response sets it.
  for (const locale of localeIds) {
    app.get(localeCookiePath(locale), { config: { queue: 'files' } }, (request, reply) => {
      if (localeInCookies(request.headers.cookie) === null) reply.header('set-cookie', localeCookie(locale));
      return reply.header('cache-control', 'no-store').code(204).send();
    });
  }

  async function sendDocument(request: FastifyRequest, reply: FastifyReply) {
    const url = new URL(`http://shop${request.url}`);
    const { pathname } = url;
    const page = pageAt(pathname);
    // Fastify decodes paths, so `/%66aq` also arrives here. Only `/faq` is the URL of a page.
    if (page === null) return reply.callNotFound();
    const choiceRedirect = languageChoiceRedirect(request);
    const redirect = choiceRedirect ?? localeRedirect(request);
    if (redirect) {
      reply.headers(
        choiceRedirect ? { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } : cacheHeadersOf(pathname),
      );
      return reply.header('set-cookie', localeCookie(redirect.locale)).redirect(redirect.location, 302);
    }
    const time = now();
    const { branches } = shop.shopConfig;
    const currentCatalogue = catalogue.current();
    const listUrl = sizeRedirect(url, time, { manufacturers: currentCatalogue.manufacturers, branches });
    if (listUrl) return reply.redirect(listUrl, 302);
    const search = canonicalSearch(page, url.searchParams, {
      catalogue: currentCatalogue,
      season: defaultSeason(time),
      branches,
    });
    const hasCanonicalUrl = search !== null;
    const path = hasCanonicalUrl ? pathname + search : request.url;
    // The cache answers later requests before `sendDocument` runs, so it must know which are redirected.
    const isNotRedirected = (head: RequestHead) =>
      localeToRedirectTo(pathname, head.headers) === null && languageChoiceRedirect(head) === null;
    return replyFromCache(cache, request, reply, {
      key: hasBuild && hasCanonicalUrl ? path : null,
      ignoresQuery: ignoresQuery(page),
      isFor: isNotRedirected,
      prepare: () => prepareDocument(new URL(`http://shop${path}`), time),
    });
  }

  function prepareDocument(url: URL, time: Date): Preparation {
    const currentCatalogue = catalogue.current();
    const locale = localeOfPath(url.pathname);
    const collectionDays = withDayTexts(listCollectionDays(currentCatalogue, shop.shopConfig, time), locale, time);
    const modules = modulesOf(pageAt(url.pathname), locale);
    const content = readDocument(
      url,
      { ...publicShop, ...catalogueContext(currentCatalogue), ...dayContext(shop.shopConfig, time) },
      { catalogue: currentCatalogue, collectionDays, modules, now: time },
    );
    const { status, context, data, queries } = content;
    const everythingInDocument = JSON.stringify([status, context, data]) + queries.json;
    return {
      inputs: everythingInDocument,
      build: async () => {
        const rendered = await render(url.pathname + url.search, content);
        const contentType = { 'content-type': 'text/html; charset=utf-8' };
        const headers = { ...contentType, ...cacheHeadersOf(url.pathname), ...policyOf(rendered.html) };
        return { status: rendered.status, headers, text: rendered.html };
      },
    };
  }

  function policyOf(html: string): Record<string, string> {
    if (!hasBuild) return {};
    const apiOrigin = shop.apiBase.startsWith('/') ? undefined : new URL(shop.apiBase).origin;
    return { 'content-security-policy': contentSecurityPolicy(html, apiOrigin) };
  }
};

/** Returns the URL without trailing slashes and with one leading slash; null: no trailing slash, or not a page. */
export function withoutTrailingSlash(url: string, { hasVehicles }: { hasVehicles: boolean }): string | null {
  const { pathname, search } = new URL(`http://shop${url}`);
  if (!pathname.endsWith('/')) return null;
  // A regular expression would take quadratic time on thousands of slashes.
  let start = 0;
  let end = pathname.length;
  while (pathname[start] === '/') start += 1;
  while (end > start && pathname[end - 1] === '/') end -= 1;
  // Two leading slashes would start the name of another host.
  const path = `/${pathname.slice(start, end)}`;
  const isPage = pageAt(path) !== null || (hasVehicles && localeIds.some((locale) => vehiclePath(locale) === path));
  return isPage ? path + search : null;
}

function cacheHeadersOf(pathname: string): Record<'cache-control' | 'vary', string> {
  return isLanguageNegotiated(pathname)
    ? { 'cache-control': 'private, no-cache', vary: 'Accept-Language, Cookie, Accept-Encoding' }
    : { 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' };
}
