import { fullSize, type Product, tireName } from '../../../shop/catalog/tire.ts';
import { useShop } from '../../shop-context.tsx';
import { href } from '../../sitemap.ts';
import { JsonLd } from '../../ui/json-ld.tsx';
import { useShopLocale } from '../../ui/use-shop-locale.ts';

/** The tire as schema.org Product with its Offer, for search engines. */
export function ProductJsonLd({ tire }: { tire: Product }) {
  const { facts, origin } = useShop();
  const url = origin + href('product', useShopLocale(), `?id=${tire.id}`);
  return (
    <JsonLd
      data={{
        '@type': 'Product',
        name: `${tireName(tire)} ${fullSize(tire)}`,
        image: origin + tire.image,
        brand: { '@type': 'Brand', name: tire.manufacturer.label },
        sku: tire.id,
        offers: {
          '@type': 'Offer',
          url,
          price: tire.price.toFixed(2),
          priceCurrency: 'EUR',
          availability: `https://schema.org/${tire.available > 0 ? 'InStock' : 'OutOfStock'}`,
          seller: { '@type': 'Organization', name: facts.legalName },
        },
      }}
    />
  );
}
