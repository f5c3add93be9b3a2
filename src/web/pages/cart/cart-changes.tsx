import type { CartChange } from '../../../shop/cart/cart.ts';
import { formatMoney, toCents } from '../../../shop/money.ts';
import { useShopLocale, useTranslations } from '../../words.tsx';

/** What changed in the shop since the tires were put into the cart. */
export function CartChanges({ changes }: { changes: readonly CartChange[] }) {
  const t = useTranslations('cart.changed');
  const locale = useShopLocale();
  if (changes.length === 0) return null;
  const euros = (amount: number) => formatMoney(toCents(amount), locale);
  return (
    <div role="status" className="mb-4 border-s-4 border-warn bg-sheet p-4">
      <h2 className="font-semibold">{t('title')}</h2>
      <ul className="mt-1">
        {changes.map((change) => (
          <li key={change.id + change.kind}>
            {change.kind === 'price'
              ? t('price', { name: change.name, before: euros(change.before), now: euros(change.now) })
              : change.kind === 'less'
                ? t('less', { name: change.name, available: change.available })
                : t('gone', { name: change.name })}
          </li>
        ))}
      </ul>
    </div>
  );
}
