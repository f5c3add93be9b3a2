import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Manufacturer, ProductList, ProductQuery } from '../../shop/catalog/list/product-query.ts';
import type { RelatedTires } from '../../shop/catalog/related/related.ts';
import type { Locale } from '../../shop/locale.ts';
import type { OrderAnswer } from '../../shop/order/order-view.ts';
import type { PaymentMethod } from '../../shop/payment/provider.ts';
import { loadEmbeddedQueries } from '../document/embedded-data.tsx';
import { embeddedPageContext } from '../document/page-context.tsx';
import { callApi } from './api-client.ts';

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

const get = <T>(path: string, cache?: RequestCache) => callApi<T>(embeddedPageContext().apiBase, path, { cache });

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

export const orderQuery = (number: string, token: string) =>
  queryOptions({
    queryKey: ['order', number, token],
    queryFn: () =>
      callApi<OrderAnswer>(embeddedPageContext().apiBase, `/v1/orders/${encodeURIComponent(number)}`, {
        headers: { 'Order-Token': token },
      }),
  });

function parametersOf(query: ProductQuery): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, `${one}`])),
  );
}
