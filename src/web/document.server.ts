import type { QueryClient } from '@tanstack/react-query';
import { createContext, type RouterContextProvider } from 'react-router';
import { catalogue, tireOnSale } from '../shop/catalog/catalogue.server.ts';
import { elsewhere } from '../shop/catalog/compared.ts';
import { comparedIn, listFromUrl, listToQuery } from '../shop/catalog/filter.ts';
import { findRelated } from '../shop/catalog/related.ts';
import { productsById, searchTires } from '../shop/catalog/search/search-tires.ts';
import { defaultSeason } from '../shop/catalog/season.ts';
import type { SizeRefusal } from '../shop/catalog/size.ts';
import { typedSize } from '../shop/catalog/typed-size.ts';
import { type Locale, localeOfPath } from '../shop/locale.ts';
import { tallinnDate } from '../shop/tallinn-date.ts';
import { messagesOf } from './build/messages.ts';
import { pageTexts } from './build/payload.ts';
import { answersOf, type PageData } from './page-data.ts';
import { manufacturersQuery, newQueryClient, productsByIdQuery, productsQuery, relatedQuery } from './queries.ts';
import type { ShopContext } from './shop-context.tsx';
import type { PageName } from './sitemap.ts';

/** What the server hands to the rendering of a document. */
export type DocumentContext = { shop: ShopContext; now: Date };

export const documentContext = createContext<DocumentContext>();

/** The data and the status of a page's document. */
export function loadDocument(
  page: PageName | null,
  url: URL,
  context: Readonly<RouterContextProvider>,
): { data: PageData; status: number } {
  const { shop, now } = context.get(documentContext);
  const season = defaultSeason(now);
  const base = { season, today: tallinnDate(now), texts: textsOf(page, localeOfPath(url.pathname)) };
  if (page === null) return { data: base, status: 404 };

  const { manufacturers } = catalogue();
  const client = newQueryClient();
  let status = 200;
  let sizeRefusal: SizeRefusal | undefined;
  if (page === 'index') {
    const reading = typedSize(url.searchParams.get('size') ?? '');
    if (url.searchParams.has('size') && !reading.ok) sizeRefusal = reading.reason;
    const list = listFromUrl(url.searchParams, season, { makers: manufacturers, branches: shop.facts.branches });
    const query = listToQuery(list);
    const found = searchTires(catalogue(), query);
    client.setQueryData(manufacturersQuery.queryKey, [...manufacturers]);
    client.setQueryData(productsQuery(query).queryKey, found);
    carryTires(client, elsewhere(list.compare, found.items));
  }
  if (page === 'product') {
    const id = url.searchParams.get('id') ?? '';
    const tire = tireOnSale(id);
    client.setQueryData(productsByIdQuery([id]).queryKey, productsById(tireOnSale, [id]));
    if (tire) client.setQueryData(relatedQuery(id).queryKey, findRelated(catalogue(), tire));
    else status = 404;
  }
  if (page === 'compare') carryTires(client, comparedIn(url.searchParams, 'id'));
  return { data: { ...base, answers: answersOf(client), sizeRefusal }, status };
}

function carryTires(client: QueryClient, ids: readonly string[]): void {
  if (ids.length > 0) client.setQueryData(productsByIdQuery(ids).queryKey, productsById(tireOnSale, ids));
}

/** The long texts of a faq page in a language, or null for pages without. */
export function textsOf(page: PageName | null, locale: Locale): Record<string, unknown> | null {
  if (page === null || !(page in pageTexts)) return null;
  const namespace = pageTexts[page as keyof typeof pageTexts];
  return { [namespace]: messagesOf(locale)[namespace] };
}
