import type { QueryClient } from '@tanstack/react-query';
import type { CollectionDaysWithTexts } from '../../messages/collection-texts.server.ts';
import type { Catalogue } from '../../shop/catalog/catalogue.ts';
import type { KnownIds } from '../../shop/catalog/list/filter.ts';
import { defaultSeason, type SeasonFilter } from '../../shop/catalog/road/season.ts';
import { type Locale, localeOfPath } from '../../shop/locale.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';
import { messagesOf } from '../client/load-page.ts';
import { collectionDaysQuery, newQueryClient } from '../client/queries.ts';
import { type PageName, pageAt, pages } from '../sitemap.ts';
import { embeddedQueries } from './embedded-data.tsx';
import type { PageContext, PageData } from './page-context.tsx';

/** The default export of a page's `data.server.ts`. A page without that file ignores the URL parameters. */
export type PageReader = {
  page: PageName;
  /** Returns the URL parameters that change the document, for the cache key. Null: the document is not cached. */
  canonicalSearch(search: URLSearchParams, context: PageReaderContext): string | null;
  /** Sets the data of the page's queries. Returns the status, and why the tire size in the URL was refused. */
  read(search: URLSearchParams, client: QueryClient, context: PageReaderContext): PageReading;
};

type PageReading = { status: 200 | 404 } & Pick<PageData, 'sizeRefusal'>;

export type PageReaderContext = { catalogue: Catalogue; season: SeasonFilter; branches: KnownIds['branches'] };

const readers = new Map(
  Object.values(import.meta.glob<PageReader>('../pages/*/data.server.ts', { eager: true, import: 'default' })).map(
    (reader) => [reader.page, reader],
  ),
);

export type DocumentContent = {
  status: number;
  context: PageContext;
  data: PageData;
  queries: { client: QueryClient; json: string };
  /** Paths of the modules that the browser preloads for this page, beside those of the router. */
  modules: readonly string[];
  /** The document. entry.server.tsx does not put it into the router's response, where it would be encoded and then decoded. */
  html?: string;
};

type DocumentSources = Pick<DocumentContent, 'modules'> & {
  catalogue: Catalogue;
  collectionDays: CollectionDaysWithTexts;
  now: Date;
};

export function readDocument(
  url: URL,
  context: PageContext,
  { catalogue, collectionDays, modules, now }: DocumentSources,
): DocumentContent {
  const page = pageAt(url.pathname);
  const season = defaultSeason(now);
  const client = newQueryClient();
  client.setQueryData(collectionDaysQuery(localeOfPath(url.pathname)).queryKey, collectionDays);
  const reader = page && readers.get(page);
  const reading = reader?.read(url.searchParams, client, { catalogue, season, branches: context.shopConfig.branches });
  const { status, ...pageData } = reading ?? { status: 200 };
  const data = { season, today: tallinnDate(now), texts: textsOf(page, localeOfPath(url.pathname)), ...pageData };
  return { status, context, data, queries: { client, json: JSON.stringify(embeddedQueries(client)) }, modules };
}

export function canonicalSearch(page: PageName, search: URLSearchParams, context: PageReaderContext): string | null {
  const reader = readers.get(page);
  return reader ? reader.canonicalSearch(search, context) : '';
}

/** Whether all parameters give the same document. True for pages of orders: the browser reads their parameters. */
export function ignoresQuery(page: PageName): boolean {
  return !readers.has(page);
}

export function textsOf(page: PageName | null, locale: Locale): Record<string, unknown> | null {
  const namespace = page && pages[page].texts;
  return namespace ? { [namespace]: messagesOf(locale)[namespace] } : null;
}
