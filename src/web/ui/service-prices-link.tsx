import { locales } from '../../shop/locale.ts';
import { useShop } from '../shop-context.tsx';
import { useShopLocale, useTranslations } from '../words.tsx';
import { Icon } from './icon.tsx';
import { externalLink } from './icons.ts';

/** The provider's own price pages, elsewhere: `/en` and `/ru` are added for those languages. */
export function ServicePricesLink({ className }: { className: string }) {
  const t = useTranslations('nav');
  const { facts } = useShop();
  return (
    <a
      href={facts.servicePricesUrl + locales[useShopLocale()].prefix}
      target="_blank"
      rel="noopener"
      className={className}
    >
      {t('servicePrices')}
      <Icon shape={externalLink} size={14} className="ms-1.5 text-quiet" />
    </a>
  );
}
