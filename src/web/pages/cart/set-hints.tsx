import { useTranslations } from 'use-intl';
import type { CartItem } from '../../../shop/cart/cart.ts';
import { otherHalf, setsInCart } from '../../../shop/cart/sets-in-cart.ts';
import { fullSize, nameAndSize } from '../../../shop/catalog/tire/tire.ts';

type Props = { items: readonly CartItem[]; removed: readonly CartItem[] };

/** Says which lines are the front and rear tires of one car, and what is wrong. Only `mixed` has two models, so only its text names both. */
export function SetHints({ items, removed }: Props) {
  const t = useTranslations('cart.sets');
  const brokenSets = removed.flatMap((removedHalf) => {
    const remainingHalf = otherHalf(removedHalf, items);
    return remainingHalf ? { removedHalf, remainingHalf } : [];
  });
  return (
    <div role="status">
      {setsInCart(items).map(({ kind, front, rear }) => (
        <p key={front.id} className={`mt-4 border-s-4 bg-sheet p-4 ${kind === 'set' ? 'border-line' : 'border-warn'}`}>
          {t(kind, {
            front: nameAndSize(front),
            rear: kind === 'mixed' ? nameAndSize(rear) : fullSize(rear),
            frontCount: front.count,
            rearCount: rear.count,
          })}
        </p>
      ))}
      {brokenSets.map(({ removedHalf, remainingHalf }) => (
        <p key={removedHalf.id} className="mt-4 border-s-4 border-warn bg-sheet p-4">
          {t('removed', {
            removed: nameAndSize(removedHalf),
            left: nameAndSize(remainingHalf),
            count: remainingHalf.count,
          })}
        </p>
      ))}
    </div>
  );
}
