import type { CartItem } from '../../../shop/cart/cart.ts';
import { oddStudded } from '../../../shop/catalog/road-use.ts';
import { useTranslations } from '../../words.tsx';

/** Says gently that studded tires belong on all wheels, where the cart has them for some. */
export function StuddedHint({ items }: { items: readonly CartItem[] }) {
  const t = useTranslations('cart.law');
  const count = oddStudded(items);
  return count > 0 && <p className="mt-4 border-s-4 border-warn bg-sheet p-4">{t('wheels', { count })}</p>;
}
