import { fullSize, type Product, tireName } from '../../../shop/catalog/tire.ts';
import { bitmapPath } from '../../../shop/catalog/tire-image.ts';
import { useShop } from '../../shop-context.tsx';
import { href } from '../../sitemap.ts';
import { JsonLd } from '../../ui/json-ld.tsx';
import { useShopLocale, useTranslations } from '../../words.tsx';

/** As the page on warranty and returns has it: to bring the tires to a branch costs nothing. */
const returnPolicy = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'EE',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: 14,
  returnMethod: 'https://schema.org/ReturnInStore',
  returnFees: 'https://schema.org/FreeReturn',
};

/** The registration in the EU's database of energy labels, as search engines ask for it. */
function certification(eprelId: number) {
  return {
    '@type': 'Certification',
    issuedBy: { '@type': 'Organization', name: 'European_Commission' },
    name: 'EPREL',
    certificationIdentification: `${eprelId}`,
  };
}

/** The tire as schema.org Product with its Offer, for search engines. */
export function ProductJsonLd({ tire }: { tire: Product }) {
  const { facts, origin } = useShop();
  const season = useTranslations('season');
  const url = origin + href('product', useShopLocale(), `?id=${tire.id}`);
  const describe = () => ({
    '@type': 'Product',
    name: `${tireName(tire)} ${fullSize(tire)}`,
    image: origin + bitmapPath(tire.image),
    category: season(tire.season),
    model: tire.model,
    size: fullSize(tire),
    brand: { '@type': 'Brand', name: tire.manufacturer.label },
    sku: tire.id,
    hasCertification: tire.label?.eprelId ? certification(tire.label.eprelId) : undefined,
    offers: {
      '@type': 'Offer',
      url,
      price: tire.price.toFixed(2),
      priceCurrency: 'EUR',
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${tire.available > 0 ? 'InStock' : 'OutOfStock'}`,
      seller: { '@type': 'Organization', name: facts.legalName },
      hasMerchantReturnPolicy: returnPolicy,
    },
  });
  return <JsonLd data={import.meta.env.SSR ? describe() : null} />;
}
