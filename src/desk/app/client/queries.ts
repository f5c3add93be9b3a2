import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SessionView } from '../../session-view.ts';
import { type Refused, readJson } from './api.ts';

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Responses do not become stale with time: live updates invalidate them when the data changes.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
    },
  });
}

/** A kind of data. The server sends the topics of each change. */
export type Topic = 'orders' | 'fitting' | 'stock' | 'purchases' | 'cash' | 'imports' | 'people';

export const liveKey = ['live'];

type LiveOptions = { repeatMs?: number };

/** Loads JSON from `path` (null: not yet), and again when a topic changes and every `repeatMs`, if that is set. The first load by a mounted screen is a person's visit, which extends the session and is logged; later ones are not. */
export function useLiveQuery<T>(path: string | null, topics: readonly Topic[], { repeatMs }: LiveOptions = {}) {
  const visitedPath = useRef<string | null>(null);
  return useQuery<T, Refused>({
    queryKey: [...liveKey, path],
    queryFn: async () => {
      const answer = await readJson<T>(path ?? '', { isBackground: visitedPath.current === path });
      visitedPath.current = path;
      return answer;
    },
    enabled: path !== null,
    meta: { topics },
    refetchOnMount: 'always',
    refetchInterval: repeatMs ?? false,
  });
}

export const sessionKey = ['session'];

export const sessionQuery = queryOptions<SessionView, Refused>({
  queryKey: sessionKey,
  queryFn: () => readJson<SessionView>('/api/session', { isBackground: true }),
  meta: { topics: ['people'] satisfies Topic[] },
});

export function useSession() {
  return useQuery(sessionQuery);
}
