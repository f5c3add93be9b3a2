import { useTranslations } from 'use-intl';
import type { CartItem } from '../../shop/cart/cart.ts';
import { usePageContext } from '../document/page-context.tsx';

/** Returns why this cart cannot be ordered, or null. Stock first: a smaller count may solve both. */
export function useCartObstacle(items: readonly CartItem[]): string | null {
  const t = useTranslations('obstacle');
  const { perLine, perOrder } = usePageContext().shopConfig.limits;
  if (items.some(({ available }) => available === 0)) return t('removeFirst');
  if (items.some(({ count, available }) => count > available)) return t('fixFirst');
  const pieces = items.reduce((sum, { count }) => sum + count, 0);
  if (pieces > perOrder) return t('orderPieces', { max: perOrder, count: pieces });
  return items.some(({ count }) => count > perLine) ? t('fixFirst') : null;
}
