import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { OrderView } from '../../../shop/order/order-view.ts';
import { productsByIdQuery } from '../../client/queries.ts';
import { useNotifications } from '../../client/stores/notifications.ts';
import { useCart } from '../../client/stores/stored.ts';
import { href } from '../../sitemap.ts';
import { useShopLocale } from '../../ui/locale.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { OrderActions } from './order-actions.tsx';

/** Returns a function that puts the tires of an order into the cart, then opens the cart. */
function useRefill({ items }: OrderView) {
  const t = useTranslations('success.change');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const locale = useShopLocale();
  const put = useCart((store) => store.put);
  const notify = useNotifications((store) => store.notify);
  const [hasFailed, setFailed] = useState(false);

  async function refill() {
    setFailed(false);
    let names = '';
    try {
      const query = productsByIdQuery(items.map(({ id }) => id));
      const products = (await queries.fetchQuery({ ...query, staleTime: 0 })).items;
      for (const product of products) put(product, items.find(({ id }) => id === product.id)?.count ?? 0);
      const missing = items.filter(({ id }) => !products.some((product) => product.id === id));
      names = missing.map(({ title, size }) => `${title} ${size}`).join(', ');
    } catch {
      return setFailed(true);
    }
    await navigate(href('cart', locale));
    // A navigation closes notifications.
    if (names) notify({ text: t('notAdded', { names }) });
  }

  return { refill, hasFailed };
}

export function ChangeOrder({ order, actions }: { order: OrderView; actions: OrderActions }) {
  const t = useTranslations('success.change');
  const tCancel = useTranslations('success.cancel');
  const { refill } = useRefill(order);
  const texts = { open: t('open'), title: t('title'), text: t('text'), yes: t('yes'), no: tCancel('no') };

  async function change(close: () => void) {
    const cancelled = await actions.cancel();
    close();
    if (cancelled) await refill();
  }

  return <ConfirmDialog id="change-order" texts={texts} busy={actions.busy} onConfirm={change} />;
}

export function OrderAgain({ order }: { order: OrderView }) {
  const t = useTranslations('success');
  const { refill, hasFailed } = useRefill(order);
  return (
    <div className="no-print mt-4">
      <button type="button" className="button" onClick={() => void refill()}>
        {t('change.again')}
      </button>
      <div role="alert">{hasFailed && <p className="mt-2">{t('refusal.fault')}</p>}</div>
    </div>
  );
}
