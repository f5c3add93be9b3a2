import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Cart, type CartChange, type CartItem, refreshed } from '../../../shop/cart/cart.ts';
import { fullSize, tireName } from '../../../shop/catalog/tire/tire.ts';
import { productsByIdQuery } from '../../client/queries.ts';
import { useNotifications } from '../../client/stores/notifications.ts';
import { useCart } from '../../client/stores/stored.ts';
import { focusHeading } from '../../ui/focus-heading.ts';

/** Brings the cart's prices and stock up to date when the page opens, and remembers what changed. */
export function useFreshCart() {
  const { cart, replace } = useCart();
  const [changes, setChanges] = useState<CartChange[]>([]);
  const ids = Object.keys(cart).sort();
  const { data, isError } = useQuery({
    ...productsByIdQuery(ids),
    enabled: ids.length > 0,
    refetchOnMount: 'always',
    retryOnMount: true,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer; the cart itself changes here
  useEffect(() => {
    if (!data || ids.length === 0) return;
    const news = refreshed(cart, data.items);
    replace(news.cart);
    setChanges((known) => [...known.filter(({ id }) => !news.changes.some((n) => n.id === id)), ...news.changes]);
  }, [data]);

  return { changes: changes.filter(({ id }) => id in cart), failed: isError };
}

/** Taking tires out of the cart, with a way back for as long as the page is open. */
export function useRemoved() {
  const say = useTranslations('notification');
  const notify = useNotifications((store) => store.notify);
  const { cart, remove, clear, put, replace } = useCart();
  const [removed, setRemoved] = useState<Cart>({});
  return {
    removed: Object.values(removed).filter(({ id }) => !(id in cart)),
    removeItem(item: CartItem) {
      setRemoved((known) => ({ ...known, [item.id]: item }));
      remove(item.id);
      notify({ text: say('removed', { name: `${tireName(item)} ${fullSize(item)}` }) });
    },
    clearAll() {
      setRemoved(cart);
      clear();
      notify({ text: say('cleared') });
    },
    bringBack(item: CartItem) {
      put(item, item.count);
      focusHeading();
    },
    bringAllBack() {
      replace({ ...removed, ...cart });
      focusHeading();
    },
  };
}
