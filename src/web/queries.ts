import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { comparedIn, listFromUrl, listToQuery } from '../shop/catalog/filter.ts';
import type { Manufacturer, ProductList, ProductQuery } from '../shop/catalog/product-query.ts';
import type { RelatedTires } from '../shop/catalog/related-query.ts';
import type { SeasonFilter } from '../shop/catalog/season.ts';
import type { Locale } from '../shop/locale.ts';
import type { OrderAnswer } from '../shop/order/order-view.ts';
import type { PaymentMethod } from '../shop/payment/payment.ts';
import { callApi } from './api-client.ts';
import { takeCarriedAnswers } from './carried-answers.ts';
import { keepOnTheWay, takeOnTheWay } from './on-the-way.ts';
import { shopFromDocument } from './shop-context.tsx';
import type { PageName } from './sitemap.ts';

/** Milliseconds for which fetched data is fresh (specification, section 7). */
const freshMs = 5000;

/**
 * Fetched data is fresh for 5000 ms; nothing is retried (specification, section 7). Also without a network a call is
 * made and fails: waiting for the network would tell the visitor nothing.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: freshMs, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    },
  });
}

/** For what a navigation asks for ahead of its page: when that has failed, the page says so and does not ask again. */
const askedAhead = { retryOnMount: false };

let shared: QueryClient | null = null;

/** The one query client of the browser, with the answers that came with the document. */
export function browserQueries(): QueryClient {
  if (shared) return shared;
  // What has come is shown in the same turn, not after the timers that are due before.
  notifyManager.setScheduler(queueMicrotask);
  shared = newQueryClient();
  takeCarriedAnswers(shared);
  return shared;
}

const get = <T>(path: string, cache?: RequestCache) => callApi<T>(shopFromDocument().apiBase, path, { cache });

export const productsQuery = (query: ProductQuery) =>
  queryOptions({
    ...askedAhead,
    queryKey: ['products', query],
    queryFn: () => takeOnTheWay<ProductList>(JSON.stringify(query)) ?? getProducts(query),
  });

const getProducts = (query: ProductQuery) => get<ProductList>(`/v1/products?${parametersOf(query)}`);

/** Milliseconds that a choice waits for its answer before its page is shown without. */
const patienceMs = 30;

/**
 * Asks for a list as soon as it is chosen, and resolves when it is there, or soon: then its page, which comes next, takes the
 * call over. So a near answer is painted in one go. Never rejects.
 */
export async function askForProducts(client: QueryClient, query: ProductQuery): Promise<void> {
  const { queryKey } = productsQuery(query);
  const { dataUpdatedAt = 0, fetchStatus } = client.getQueryState(queryKey) ?? {};
  if (fetchStatus === 'fetching' || Date.now() - dataUpdatedAt < freshMs) return;
  const untaken = (list: ProductList) => client.setQueryData(queryKey, list);
  await keepOnTheWay(JSON.stringify(query), getProducts(query), { untaken, lifeMs: freshMs, patienceMs });
}

export const productsByIdQuery = (ids: readonly string[]) =>
  queryOptions({
    ...askedAhead,
    queryKey: ['products', 'by-id', ids],
    // The cart and a tire's own page show prices and stock as they are, not as the browser's cache remembers them.
    queryFn: () => get<ProductList>(`/v1/products?${new URLSearchParams(ids.map((id) => ['id', id]))}`, 'no-cache'),
  });

export const relatedQuery = (id: string) =>
  queryOptions({
    ...askedAhead,
    queryKey: ['related', id],
    queryFn: () => get<RelatedTires>(`/v1/related?${new URLSearchParams({ id })}`),
  });

export const manufacturersQuery = queryOptions({
  ...askedAhead,
  queryKey: ['manufacturers'],
  queryFn: () => get<Manufacturer[]>('/v1/manufacturer'),
});

export const paymentMethodsQuery = (locale: Locale, amount: number) =>
  queryOptions({
    queryKey: ['payment-methods', locale, amount],
    queryFn: () => get<PaymentMethod[]>(`/v1/payment/methods?${new URLSearchParams({ locale, amount: `${amount}` })}`),
  });

/** The buyer's own view of an order. */
export const orderQuery = (number: string, token: string) =>
  queryOptions({
    queryKey: ['order', number, token],
    queryFn: () =>
      callApi<OrderAnswer>(shopFromDocument().apiBase, `/v1/orders/${encodeURIComponent(number)}`, {
        headers: { 'Order-Token': token },
      }),
  });

function parametersOf(query: ProductQuery): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, `${one}`])),
  );
}

/** A head start for the data of a page that is being opened. Never rejects: the page itself shows a failure. */
export async function prefetchPage(
  client: QueryClient,
  page: PageName | null,
  url: URL,
  season: SeasonFilter,
): Promise<void> {
  if (page === 'product') await prefetchProduct(client, url.searchParams.get('id') ?? '');
  if (page === 'compare') await prefetchCompared(client, comparedIn(url.searchParams, 'id'));
  if (page !== 'index') return;
  const makers = await client.fetchQuery(manufacturersQuery).catch(() => []);
  const { branches } = shopFromDocument().facts;
  const list = listFromUrl(url.searchParams, season, { makers, branches });
  await client.prefetchQuery(productsQuery(listToQuery(list)));
}

async function prefetchCompared(client: QueryClient, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await client.prefetchQuery(productsByIdQuery(ids));
}

/** Milliseconds that a tire which is there waits for what else its page shows. */
const graceMs = 500;

async function prefetchProduct(client: QueryClient, id: string): Promise<void> {
  const related = client.prefetchQuery(relatedQuery(id));
  await client.prefetchQuery(productsByIdQuery([id]));
  await Promise.race([related, new Promise((resolve) => setTimeout(resolve, graceMs))]);
}
