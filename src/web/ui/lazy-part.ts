import { type ComponentType, lazy } from 'react';

/**
 * Returns a component whose code the browser imports when it is first shown. If that fails, nothing is shown in its place; a document
 * keeps what it has. In a document, its boundary needs a `key` that changes with its content, because React cannot hydrate other
 * content than that of the document.
 */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((error: unknown) => {
      console.warn(error);
      return new Promise<never>(() => {});
    }),
  );
}
