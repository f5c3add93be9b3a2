import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type Cart, readCart, withItem, withoutItem } from '../../shop/cart/cart.ts';
import type { Product } from '../../shop/catalog/tire.ts';
import { plainStorage } from './plain-storage.ts';

type CartStore = {
  cart: Cart;
  put: (product: Product, count: number) => void;
  remove: (id: string) => void;
  clear: () => void;
  replace: (cart: Cart) => void;
};

export const useCart = create<CartStore>()(
  persist(
    (set) => ({
      cart: {},
      put: (product, count) => set(({ cart }) => ({ cart: withItem(cart, product, count) })),
      remove: (id) => set(({ cart }) => ({ cart: withoutItem(cart, id) })),
      clear: () => set({ cart: {} }),
      replace: (cart) => set({ cart }),
    }),
    {
      name: 'cart',
      storage: plainStorage<CartStore, 'cart'>('cart', readCart),
      partialize: ({ cart }) => ({ cart }),
      skipHydration: true,
    },
  ),
);
