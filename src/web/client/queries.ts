import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import type { CollectionDaysWithTexts } from '../../messages/collection-texts.server.ts';
import type { Manufacturer, ProductList, ProductQuery } from '../../shop/catalog/list/product-query.ts';
import type { RelatedTires } from '../../shop/catalog/related/related.ts';
import type { Replacements } from '../../shop/checkout/delays/delay-answer.ts';
import type { Locale } from '../../shop/locale.ts';
import type { OrderAnswer } from '../../shop/order/order-view.ts';
import type { PaymentMethod } from '../../shop/payment/provider.ts';
import { loadEmbeddedQueries } from '../document/embedded-data.tsx';
import { callApi, callOrderApi } from './api-client.ts';
import { type OrderKey, useOrders } from './stores/stored.ts';

export const freshMs = 5000;

/** Calls are not retried (specification, section 7), and fail offline instead of waiting (`networkMode`). */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: freshMs, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    },
  });
}

/** Prefetched queries: after a failed prefetch the page does not request the data again when it mounts. */
const prefetched = { retryOnMount: false };

let browserClient: QueryClient | null = null;

export function browserQueries(): QueryClient {
  if (browserClient) return browserClient;
  // Observers are notified in a microtask, because React Query's default, a timer, renders later.
  notifyManager.setScheduler(queueMicrotask);
  const client = newQueryClient();
  loadEmbeddedQueries(client);
  // A page from the back/forward cache has the data of the time when it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && void client.invalidateQueries());
  browserClient = client;
  return client;
}

export const productsQuery = (query: ProductQuery) =>
  queryOptions({
    ...prefetched,
    queryKey: ['products', query],
    queryFn: () => callApi<ProductList>(`/v1/products?${parametersOf(query)}`),
  });

const maxIdsPerCall = 50;

export const productsByIdQuery = (ids: readonly string[]) =>
  queryOptions({
    ...prefetched,
    queryKey: ['products', 'by-id', ids],
    queryFn: async (): Promise<Pick<ProductList, 'items'>> => {
      const chunks = Array.from({ length: Math.ceil(ids.length / maxIdsPerCall) }, (_, index) =>
        ids.slice(index * maxIdsPerCall, (index + 1) * maxIdsPerCall),
      );
      const lists = await Promise.all(
        chunks.map((chunk) => callApi<ProductList>(`/v1/products?${parametersOf({ id: chunk })}`)),
      );
      return { items: lists.flatMap(({ items }) => items) };
    },
  });

export const relatedQuery = (id: string) =>
  queryOptions({
    ...prefetched,
    queryKey: ['related', id],
    queryFn: () => callApi<RelatedTires>(`/v1/related?${parametersOf({ id })}`),
  });

export const manufacturersQuery = queryOptions({
  ...prefetched,
  queryKey: ['manufacturers'],
  queryFn: () => callApi<Manufacturer[]>('/v1/manufacturer'),
});

const dayMs = 24 * 60 * 60_000;

/** The days on which tires can be collected. Every document contains them; `keepCollectionDaysCurrent` renews them. */
export const collectionDaysQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['collection-days', locale],
    queryFn: () => callApi<CollectionDaysWithTexts>(`/v1/collection-days?locale=${locale}`),
    // `loadEmbeddedQueries` marks the data as stale after Back or Forward.
    staleTime: dayMs,
  });

export const paymentMethodsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['payment-methods', locale],
    queryFn: () => callApi<PaymentMethod[]>(`/v1/payment/methods?${parametersOf({ locale })}`),
  });

export const orderQuery = (orderKey: OrderKey) =>
  queryOptions({
    queryKey: ['order', orderKey.number, orderKey.token],
    queryFn: () => callOrderApi<OrderAnswer>(orderKey, ''),
  });

/** Requests the order that `search` names, if this browser has stored its token. */
export async function prefetchOrder(client: QueryClient, search: URLSearchParams): Promise<void> {
  const orderKey = useOrders.getState().orders.find(({ number }) => number === search.get('order'));
  if (orderKey) await client.prefetchQuery(orderQuery(orderKey));
}

export const replacementsQuery = (orderKey: OrderKey) =>
  queryOptions({
    queryKey: ['replacements', orderKey.number, orderKey.token],
    queryFn: () => callOrderApi<Replacements>(orderKey, '/replacements'),
  });

/** Repeats the parameter of a list for each of its values. */
function parametersOf(query: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((item) => [name, `${item}`])),
  );
}
