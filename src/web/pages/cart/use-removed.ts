import { useState } from 'react';
import type { Cart, CartItem } from '../../../shop/cart/cart.ts';
import { fullSize, tireName } from '../../../shop/catalog/tire.ts';
import { useCart } from '../../stores/cart.ts';
import { useNotifications } from '../../stores/notifications.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import { useTranslations } from '../../words.tsx';

/** Taking tires out of the cart, with a way back for as long as the page is open. */
export function useRemoved() {
  const say = useTranslations('notification');
  const notify = useNotifications((store) => store.notify);
  const { cart, remove, clear, put, replace } = useCart();
  const [removed, setRemoved] = useState<Cart>({});
  return {
    /** What was taken out and is not in the cart again. */
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
