import { localeIds, locales } from '../../../shop/locale.ts';
import { branches, organization, website } from '../../search-engines/business.ts';
import { useShop } from '../../shop-context.tsx';
import { JsonLd } from '../../ui/json-ld.tsx';

/** Who the shop is and where, for search engines. */
export function ShopJsonLd() {
  const { facts, origin } = useShop();
  const describe = () => ({
    '@graph': [
      organization(facts, origin),
      website(
        facts,
        origin,
        localeIds.map((id) => locales[id].language),
      ),
      ...branches(facts, origin),
    ],
  });
  return <JsonLd data={import.meta.env.SSR ? describe() : null} />;
}
