import { createContext, memo, useContext } from 'react';

/** The elements in which a document hands the browser what it was made of. */
export type HandedId = 'shop' | 'answers';

/** What the server puts into them, as JSON; and what the router hands to itself in the browser, in its own spelling. */
const Context = createContext<Partial<Record<HandedId | 'router', string>>>({});

export const HandedProvider = Context.Provider;

const read = new Map<HandedId, string>();

/** The JSON that the document carries in one of them; only in the browser. */
export function handedText(id: HandedId): string {
  const text = read.get(id) ?? document.getElementById(id)?.textContent ?? 'null';
  read.set(id, text);
  return text;
}

/** JSON in the document that is no script to run. */
export const Handed = memo(function Handed({ id }: { id: HandedId }) {
  const json = useContext(Context)[id] ?? handedText(id);
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

/**
 * The loaders' data for the router in the browser, as its own `StreamTransfer` writes it; at once, because the document is
 * rendered whole. After `Scripts`, which opens the stream.
 */
export const HandedRouter = memo(function HandedRouter() {
  const text = useContext(Context).router;
  const controller = 'window.__reactRouterContext.streamController';
  const code = text && `${controller}.enqueue(${escaped(JSON.stringify(text))});${controller}.close();`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: code of our own, and `<` is escaped
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code ?? '' }} />;
});

function escaped(json: string): string {
  return json.replaceAll('<', '\\u003c');
}
