import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Manufacturer, ProductList, ProductQuery } from '../../shop/catalog/list/product-query.ts';
import type { RelatedTires } from '../../shop/catalog/related/related.ts';
import type { Locale } from '../../shop/locale.ts';
import type { OrderAnswer } from '../../shop/order/order-view.ts';
import type { PaymentMethod } from '../../shop/payment/provider.ts';
import { loadEmbeddedQueries } from '../document/embedded-data.tsx';
import { embeddedPageContext } from '../document/page-context.tsx';
import { type Call, callApi } from './api-client.ts';

const freshMs = 5000;

/** No retries (specification, section 7). `always`: without a network a call fails at once instead of waiting. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: freshMs, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    },
  });
}

/** A query that failed ahead of its page is not repeated when the page mounts. */
const askedAhead = { retryOnMount: false };

let shared: QueryClient | null = null;

/** The browser's query client, with the queries embedded in the document. */
export function browserQueries(): QueryClient {
  if (shared) return shared;
  // Render in the same turn, not after timers that are due.
  notifyManager.setScheduler(queueMicrotask);
  shared = newQueryClient();
  loadEmbeddedQueries(shared);
  return shared;
}

const get = <T>(path: string, call?: Call) => callApi<T>(embeddedPageContext().apiBase, path, call);

export const productsQuery = (query: ProductQuery) =>
  queryOptions({
    ...askedAhead,
    queryKey: ['products', query],
    queryFn: () => get<ProductList>(`/v1/products?${parametersOf(query)}`),
  });

export const productsByIdQuery = (ids: readonly string[]) =>
  queryOptions({
    ...askedAhead,
    queryKey: ['products', 'by-id', ids],
    // The cart and a tire's own page show current prices and stock, not those of the browser's cache.
    queryFn: () => get<ProductList>(`/v1/products?${parametersOf({ id: ids })}`, { cache: 'no-cache' }),
  });

export const relatedQuery = (id: string) =>
  queryOptions({
    ...askedAhead,
    queryKey: ['related', id],
    queryFn: () => get<RelatedTires>(`/v1/related?${parametersOf({ id })}`),
  });

export const manufacturersQuery = queryOptions({
  ...askedAhead,
  queryKey: ['manufacturers'],
  queryFn: () => get<Manufacturer[]>('/v1/manufacturer'),
});

export const paymentMethodsQuery = (locale: Locale, amount: number) =>
  queryOptions({
    queryKey: ['payment-methods', locale, amount],
    queryFn: () => get<PaymentMethod[]>(`/v1/payment/methods?${parametersOf({ locale, amount })}`),
  });

export const orderQuery = (number: string, token: string) =>
  queryOptions({
    queryKey: ['order', number, token],
    queryFn: () => get<OrderAnswer>(`/v1/orders/${encodeURIComponent(number)}`, { headers: { 'Order-Token': token } }),
  });

function parametersOf(query: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, `${one}`])),
  );
}
