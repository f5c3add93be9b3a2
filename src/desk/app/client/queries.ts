import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { SessionView } from '../../session-view.ts';
import { type Refused, readJson } from './api.ts';

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Live updates say when something is old, so that nothing is asked for twice.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
    },
  });
}

/** What can change under a screen: `stock`, `purchases`, `cash`, `imports`, `people`, `fitting` or `orders`. */
export type Topic = 'orders' | 'fitting' | 'stock' | 'purchases' | 'cash' | 'imports' | 'people';

/** Reads what a screen shows, and reads it again when one of the topics changes. `path` null: nothing to read yet. */
export function useScreen<T>(path: string | null, topics: readonly Topic[]) {
  return useQuery<T, Refused>({
    queryKey: ['screen', path],
    queryFn: ({ client, queryKey }) =>
      readJson<T>(path ?? '', { isBackground: client.getQueryData(queryKey) !== undefined }),
    enabled: path !== null,
    meta: { topics },
    // A screen that is opened again asks again, and shows what it knew meanwhile.
    refetchOnMount: 'always',
    placeholderData: undefined,
  });
}

export const sessionKey = ['session'];

export const sessionQuery = queryOptions<SessionView, Refused>({
  queryKey: sessionKey,
  queryFn: () => readJson<SessionView>('/api/session', { isBackground: true }),
});

export function useSession() {
  return useQuery(sessionQuery);
}
