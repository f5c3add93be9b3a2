import { type ComponentType, lazy, Suspense } from 'react';
import { localeIds } from '../../shop/locale.ts';
import { loadFile } from '../client/load-page.ts';
import type { MessageFiles } from '../page.ts';
import { useShopLocale } from '../ui/locale.ts';

const messages: MessageFiles = import.meta.glob('/src/messages/*.json', { query: '?only=about' });
const view = () => import('./about-shop.tsx');
const none: { default: ComponentType } = { default: () => null };

/** Below the first view: documents contain it, and browsers load its code and texts later. Without them it is left out. */
const views: Record<string, ComponentType> = Object.fromEntries(
  import.meta.env.SSR
    ? await view().then((loaded) => localeIds.map((locale) => [locale, loaded.default]))
    : localeIds.map((locale) => [
        locale,
        lazy(() =>
          Promise.all([view(), loadFile(locale, messages)]).then(
            ([loaded]) => loaded as typeof none,
            () => none,
          ),
        ),
      ]),
);

export function About() {
  const View = views[useShopLocale()] ?? none.default;
  return (
    <Suspense>
      <View />
    </Suspense>
  );
}
