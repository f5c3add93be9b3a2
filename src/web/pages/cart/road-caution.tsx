import { cautionOn } from '../../../shop/catalog/road-use.ts';
import type { Product } from '../../../shop/catalog/tire.ts';
import { usePageData } from '../../page-data.ts';
import { Icon } from '../../ui/icon.tsx';
import { circleAlert } from '../../ui/icons.ts';
import { useTranslations } from '../../words.tsx';

/** What the law says of a tire, in one line, where a buyer should mind it. */
export function RoadCaution({ tire }: { tire: Product }) {
  const t = useTranslations('cart.law');
  const caution = cautionOn(tire, usePageData().today);
  if (!caution) return null;
  return (
    <p className="mt-1 flex gap-2 text-s">
      <Icon shape={circleAlert} size={16} className="mt-0.5 shrink-0 text-warn" />
      {t(caution)}
    </p>
  );
}
