import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { createContext, memo, useContext } from 'react';

/** Script elements of JSON in which the document hands the browser its page context and its queries. */
type EmbeddedId = 'shop' | 'answers';

/** On the server, the JSON of these elements and the router's own data, which it encodes itself. */
const Context = createContext<Partial<Record<EmbeddedId | 'router', string>>>({});

export const EmbeddedDataProvider = Context.Provider;

const read = new Map<EmbeddedId, string>();

export function embeddedJson(id: EmbeddedId): string {
  const text = read.get(id) ?? document.getElementById(id)?.textContent ?? 'null';
  read.set(id, text);
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
      dangerouslySetInnerHTML={{ __html: escaped(json) }}
    />
  );
});

/** The router's data as its own `StreamTransfer` writes it, in one piece; must follow `Scripts`, which opens the stream. */
export const EmbeddedRouterData = memo(function EmbeddedRouterData() {
  const text = useContext(Context).router;
  const controller = 'window.__reactRouterContext.streamController';
  const code = text && `${controller}.enqueue(${escaped(JSON.stringify(text))});${controller}.close();`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: code of our own, and `<` is escaped
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code ?? '' }} />;
});

function escaped(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

type EmbeddedQueries = readonly (readonly [QueryKey, unknown])[];

/** The data of a query client without times, so that equal pages are equal bytes. */
export function embeddedQueries(client: QueryClient): EmbeddedQueries {
  return client
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey, state.data]);
}

export function loadEmbeddedQueries(client: QueryClient): void {
  for (const [key, data] of JSON.parse(embeddedJson('answers')) as EmbeddedQueries) client.setQueryData(key, data);
}
