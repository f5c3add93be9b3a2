import { type ComponentType, Suspense } from 'react';
import { type Locale, localeIds } from '../../shop/locale.ts';
import { loadMessageFile } from '../client/load-page.ts';
import type { MessageFiles } from '../page.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { useShopLocale } from '../ui/locale.ts';

const messages: MessageFiles = import.meta.glob('/src/messages/*.json', { query: '?only=about' });
const view = () => import('./about-shop.tsx');

/** The section is below the fold: the server renders it, and browsers load its code and messages later. */
const views = Object.fromEntries(
  import.meta.env.SSR
    ? await view().then((loaded) => localeIds.map((locale) => [locale, loaded.default]))
    : localeIds.map((locale) => [
        locale,
        lazyPart(async () => {
          const [loaded] = await Promise.all([view(), loadMessageFile(locale, messages)]);
          return loaded;
        }),
      ]),
) as Record<Locale, ComponentType>;

export function About() {
  const locale = useShopLocale();
  const View = views[locale];
  return (
    <Suspense key={locale}>
      <View />
    </Suspense>
  );
}
