import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { OrderView } from '../../../shop/order/order-view.ts';
import { productsByIdQuery } from '../../client/queries.ts';
import { useNotifications } from '../../client/stores/notifications.ts';
import { useCart } from '../../client/stores/stored.ts';
import { href } from '../../sitemap.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import { useShopLocale } from '../../ui/locale.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { OrderActions } from './order-actions.tsx';

/** Returns a function that puts the order's tires into the cart and opens it. `hasFailed`: the tires did not load. */
export function useRefillCart({ items }: OrderView) {
  const t = useTranslations('success.change');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const locale = useShopLocale();
  const put = useCart((store) => store.put);
  const notify = useNotifications((store) => store.notify);
  const [hasFailed, setFailed] = useState(false);

  async function refillCart() {
    setFailed(false);
    let missingNames = '';
    try {
      const query = productsByIdQuery(items.map(({ id }) => id));
      const products = (await queries.fetchQuery({ ...query, staleTime: 0 })).items;
      for (const product of products) put(product, items.find(({ id }) => id === product.id)?.count ?? 0);
      const missing = items.filter(({ id }) => !products.some((product) => product.id === id));
      missingNames = missing.map(({ title, size }) => `${title} ${size}`).join(', ');
    } catch {
      return setFailed(true);
    }
    await navigate(href('cart', locale));
    // Notifies after the navigation, which closes notifications.
    if (missingNames) notify({ text: t('notAdded', { names: missingNames }) });
  }

  return { refillCart, hasFailed };
}

export type CartRefill = ReturnType<typeof useRefillCart>;

type ChangeOrderProps = { actions: OrderActions; refill: CartRefill };

/** Cancels the order, then puts its tires into the cart to order anew. If they do not load, `OrderAgain` says so. */
export function ChangeOrder({ actions, refill }: ChangeOrderProps) {
  async function change(close: () => void) {
    const cancelled = await actions.cancel();
    close();
    if (!cancelled) return;
    focusHeading();
    await refill.refillCart();
  }

  return <ConfirmDialog id="change-order" namespace="success.change" isBusy={actions.isBusy} onConfirm={change} />;
}

export function OrderAgain({ refill: { refillCart, hasFailed } }: { refill: CartRefill }) {
  const t = useTranslations('success.change');
  return (
    <div className="no-print mt-4">
      <button type="button" className="button" onClick={() => void refillCart()}>
        {t('again')}
      </button>
      <div role="alert">
        {hasFailed && (
          <p ref={scrollIntoView} className="mt-2">
            {t('notRefilled')}
          </p>
        )}
      </div>
    </div>
  );
}

/** The button that cancelled the order may have been far below. */
function scrollIntoView(message: HTMLElement | null) {
  message?.scrollIntoView({ block: 'nearest' });
}
