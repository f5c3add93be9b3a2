import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { SessionView } from '../../session-view.ts';
import { type Refused, readJson } from './api.ts';

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Responses never expire by time: live updates invalidate them when the data changes.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
    },
  });
}

/** A kind of data. When data of a topic change, the screens that named the topic load their data again. */
export type Topic = 'orders' | 'fitting' | 'stock' | 'purchases' | 'cash' | 'imports' | 'people';

/** Loads data of a screen, and loads it again when one of the topics changes. `path` null: nothing to load yet. */
export function useScreen<T>(path: string | null, topics: readonly Topic[]) {
  return useQuery<T, Refused>({
    queryKey: ['screen', path],
    queryFn: ({ client, queryKey }) =>
      readJson<T>(path ?? '', { isBackground: client.getQueryData(queryKey) !== undefined }),
    enabled: path !== null,
    meta: { topics },
    // A screen that is opened again loads its data again, and shows the earlier data meanwhile.
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
