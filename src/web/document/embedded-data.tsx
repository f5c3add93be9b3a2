import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { createContext, memo, useContext } from 'react';

/** Ids of script elements with JSON: the page context (`shop`) and the data of queries (`answers`). */
type EmbeddedId = 'shop' | 'answers';

/** On the server: the JSON of these elements, the router's encoded data, and modules to preload. */
type Embedded = Partial<Record<EmbeddedId | 'router', string>> & { modules?: readonly string[] };

const Context = createContext<Embedded>({});

export const EmbeddedDataProvider = Context.Provider;

const jsonCache = new Map<EmbeddedId, string>();

export function embeddedJson(id: EmbeddedId): string {
  const text = jsonCache.get(id) ?? document.getElementById(id)?.textContent ?? 'null';
  jsonCache.set(id, text);
  return text;
}

export const EmbeddedData = memo(function EmbeddedData({ id }: { id: EmbeddedId }) {
  const json = useContext(Context)[id] ?? embeddedJson(id);
  return (
    <script
      type="application/json"
      id={id}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own, and `<` is escaped
      dangerouslySetInnerHTML={{ __html: escapeHtml(json) }}
    />
  );
});

/** Writes the router's data as React Router's `StreamTransfer` does, but in one piece. Must follow `Scripts`. */
export const EmbeddedRouterData = memo(function EmbeddedRouterData() {
  const routerData = useContext(Context).router;
  const controller = 'window.__reactRouterContext.streamController';
  const code = routerData && `${controller}.enqueue(${escapeHtml(JSON.stringify(routerData))});${controller}.close();`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: code of our own, and `<` is escaped
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code ?? '' }} />;
});

/** Preloads the modules of the page's view and texts: the router does not, because `load-page.ts` imports them. */
export function PreloadedModules() {
  return useContext(Context).modules?.map((path) => <link key={path} rel="modulepreload" href={path} />);
}

function escapeHtml(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

type EmbeddedQueries = readonly (readonly [QueryKey, unknown])[];

/** Returns the client's queries without their times, so that documents with the same data have the same bytes. */
export function embeddedQueries(client: QueryClient): EmbeddedQueries {
  return client
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey, state.data]);
}

/** After Back or Forward the document may come from the browser's cache: its data counts as stale. */
export function loadEmbeddedQueries(client: QueryClient): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const updatedAt = navigation?.type === 'back_forward' ? 0 : undefined;
  for (const [key, data] of JSON.parse(embeddedJson('answers')) as EmbeddedQueries) {
    client.setQueryData(key, data, { updatedAt });
  }
}
