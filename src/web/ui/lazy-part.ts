import { type ComponentType, lazy } from 'react';

/** Returns a component whose code the browser imports when it first shows the component. If the import fails, the component shows
 * nothing, or stays as the server rendered it. If the server rendered it, its `Suspense` boundary needs a `key` that changes with the
 * content, because React can hydrate only the content that the document has. */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((error: unknown) => {
      console.warn(error);
      return new Promise<never>(() => {});
    }),
  );
}
