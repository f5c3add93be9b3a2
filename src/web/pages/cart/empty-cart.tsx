import { useTranslations } from 'use-intl';
import type { Cart } from '../../../shop/cart/cart.ts';
import { useCart } from '../../stores/cart.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { RecentOrders } from '../../ui/recent-orders.tsx';

type Props = { removed: Cart | null; onRestored: () => void };

/** The way back to the tires, and to those that were just cleared away. */
export function EmptyCart({ removed, onRestored }: Props) {
  const t = useTranslations('cart');
  const replace = useCart((store) => store.replace);
  return (
    <>
      <p>{t(removed ? 'cleared' : 'empty')}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        {removed && (
          <button
            type="button"
            className="button"
            onClick={() => {
              replace(removed);
              onRestored();
            }}
          >
            {t('bringBack')}
          </button>
        )}
        <PageLink to="index" className="button button-signal">
          {t('toList')}
        </PageLink>
      </p>
      <RecentOrders />
    </>
  );
}
