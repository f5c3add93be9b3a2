import type { Product } from '../../shop/catalog/tire.ts';
import { useShop } from '../shop-context.tsx';
import { useTranslations } from '../words.tsx';

/** Where the tires are, in words: `4 at Ringtee`, `supplier: 12, in 2 days`. */
export function StockLine({ stock }: { stock: Product['stock'] }) {
  const t = useTranslations('stock');
  const { branches } = useShop().facts;
  if (stock.length === 0) return <p className="text-s font-semibold text-bad">{t('none')}</p>;
  const many = (count: number) => (count > 20 ? '20+' : `${count}`);
  return (
    <ul className="tabular text-s">
      {stock.map(({ branch, count, leadDays }) => {
        const name = branches.find(({ id }) => id === branch)?.name;
        return (
          <li key={`${branch} ${leadDays}`} className="flex items-baseline gap-2">
            <span
              aria-hidden="true"
              className={`size-2 shrink-0 ${name ? 'rounded-full border border-good bg-good' : 'border border-warn'}`}
            />
            {name
              ? t('branch', { branch: name, count: many(count) })
              : t('supplier', { days: leadDays, count: many(count) })}
          </li>
        );
      })}
    </ul>
  );
}
