import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react-router';
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
import { answersOf } from './carried-answers.ts';
import type { PageData } from './page-data.ts';
import { manufacturersQuery, newQueryClient, productsByIdQuery, productsQuery, relatedQuery } from './queries.ts';
import type { ShopContext } from './shop-context.tsx';
import { type PageName, pageAt } from './sitemap.ts';

/** All that a document is made of. Equal ones make equal documents. */
export type DocumentContent = {
  status: number;
  shop: ShopContext;
  data: PageData;
  /** The answers of the API that the page shows, and the same as JSON for the browser. */
  answers: { client: QueryClient; json: string };
  /** The document, once it is rendered: through the router's answer it would be encoded and decoded once more. */
  html?: string;
};

/** What the server hands to the rendering of a document. */
export const documentContext = createContext<DocumentContent>();

/** Reads what the document at an address is made of, at this moment. */
export function readDocument(url: URL, shop: ShopContext, now: Date): DocumentContent {
  const page = pageAt(url.pathname);
  const season = defaultSeason(now);
  const data: PageData = { season, today: tallinnDate(now), texts: textsOf(page, localeOfPath(url.pathname)) };
  const client = newQueryClient();
  let status = 200;
  if (page === 'index') {
    data.sizeRefusal = refusalOf(url.searchParams.get('size'));
    const { manufacturers } = catalogue();
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
  return { status, shop, data, answers: { client, json: JSON.stringify(answersOf(client)) } };
}

/** Why the size typed into the finder cannot be read. */
function refusalOf(typed: string | null): SizeRefusal | undefined {
  const reading = typed === null ? null : typedSize(typed);
  return reading && !reading.ok ? reading.reason : undefined;
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
