import type { Product } from '../../../shop/catalog/tire.ts';
import { useShop } from '../../shop-context.tsx';
import { href } from '../../sitemap.ts';
import { JsonLd } from '../../ui/json-ld.tsx';
import { useShopLocale } from '../../words.tsx';

/** The tires of a list for search engines, by the addresses of their pages. `name`: the list in words. */
export function ListJsonLd({ name, tires }: { name: string; tires: readonly Product[] }) {
  const { origin } = useShop();
  const locale = useShopLocale();
  const describe = () => ({
    '@type': 'ItemList',
    name,
    itemListElement: tires.map(({ id }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: origin + href('product', locale, `?id=${id}`),
    })),
  });
  return <JsonLd data={import.meta.env.SSR ? describe() : null} />;
}
