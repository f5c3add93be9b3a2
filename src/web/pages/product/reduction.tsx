import { useTranslations } from 'use-intl';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { percentBelow, toCents } from '../../../shop/money.ts';
import { useShopLocale } from '../../ui/locale.ts';
import { Price } from '../../ui/tire-facts.tsx';

/** The campaign with its real reduction, and the price from which it counts (Directive 98/6/EC, art. 6a). */
export function Reduction({ tire: { campaign, price }, earlierPrice }: { tire: Product; earlierPrice: number }) {
  const t = useTranslations('product');
  const locale = useShopLocale();
  const percent = percentBelow(toCents(price), toCents(earlierPrice));
  return (
    <p className="text-s text-quiet">
      {campaign && (
        <b className="block">
          {campaign[locale]} {percent > 0 && t('percentOff', { percent })}
        </b>
      )}
      {t('lowest')} <Price euros={earlierPrice} />
    </p>
  );
}
