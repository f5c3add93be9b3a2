import { useEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { type PersistOptions, type PersistStorage, persist } from 'zustand/middleware';
import { type Cart, readCart, withItem, withoutItem } from '../../../shop/cart/cart.ts';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import type { OrderForm } from '../../../shop/checkout/place/order-form.ts';

type CartStore = {
  cart: Cart;
  /** Names of stored items that could not be read, for a notification. */
  invalidItemNames: readonly string[];
  /** Collection or fitting, as chosen in the cart; the order form preselects it. Not stored: a reload clears it. */
  fulfilment: OrderForm['fulfilment'] | undefined;
  put: (product: Product, count: number) => void;
  remove: (id: string) => void;
  clear: () => void;
  replace: (cart: Cart) => void;
};

export const useCart = create<CartStore>()(
  persist(
    (set) => ({
      cart: {},
      invalidItemNames: [],
      fulfilment: undefined,
      put: (product, count) => set(({ cart }) => ({ cart: withItem(cart, product, count) })),
      remove: (id) => set(({ cart }) => ({ cart: withoutItem(cart, id) })),
      clear: () => set({ cart: {} }),
      replace: (cart) => set({ cart }),
    }),
    storedField<CartStore>('cart', readCart, areAllItemsValid),
  ),
);

function areAllItemsValid({ invalidItemNames = [] }: Partial<CartStore>): boolean {
  return invalidItemNames.length === 0;
}

type ConsentStore = { isCookieAccepted: boolean; accept: () => void };

export const useConsent = create<ConsentStore>()(
  persist(
    (set) => ({ isCookieAccepted: false, accept: () => set({ isCookieAccepted: true }) }),
    storedField<ConsentStore>('isCookieAccepted', (stored) =>
      typeof stored === 'boolean' ? { isCookieAccepted: stored } : null,
    ),
  ),
);

export type OrderKey = { number: string; token: string };

type OrdersStore = { orders: OrderKey[]; remember: (order: OrderKey) => void };

const maxOrders = 20;

export const useOrders = create<OrdersStore>()(
  persist(
    (set) => ({
      orders: [],
      remember: (order) =>
        set(({ orders }) => ({
          orders: [order, ...orders.filter(({ number }) => number !== order.number)].slice(0, maxOrders),
        })),
    }),
    storedField<OrdersStore>('orders', readOrders),
  ),
);

function readOrders(stored: unknown): { orders: OrderKey[] } | null {
  if (!Array.isArray(stored)) return null;
  const areOrderKeys = stored.every(
    (key: Partial<OrderKey> | null) => typeof key?.number === 'string' && typeof key.token === 'string',
  );
  return areOrderKeys ? { orders: stored as OrderKey[] } : null;
}

const stores = [useCart, useConsent, useOrders];

/** After the first paint, creates the device id and reads the stores. Reads a store again if another tab changes it. */
export function useStoredState(): void {
  useEffect(() => {
    deviceId();
    const readAll = () => {
      for (const store of stores) void store.persist.rehydrate();
    };
    readAll();
    const onStorage = ({ key }: StorageEvent) => {
      // The key is null when the whole storage was cleared.
      const changed = stores.filter((store) => key === null || key === store.persist.getOptions().name);
      for (const store of changed) void store.persist.rehydrate();
    };
    // A page in the back/forward cache gets no storage events.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && readAll();
    addEventListener('storage', onStorage);
    addEventListener('pageshow', onPageShow);
    return () => {
      removeEventListener('storage', onStorage);
      removeEventListener('pageshow', onPageShow);
    };
  }, []);
}

const deviceIdKey = 'device-id';

/** Returns the device id, 16 random alphanumerics, which is created at the first call. Null without local storage. */
export function deviceId(): string | null {
  try {
    const stored = localStorage.getItem(deviceIdKey);
    if (stored && /^[A-Za-z0-9]{16}$/.test(stored)) return stored;
    const id = randomAlphanumerics(16);
    localStorage.setItem(deviceIdKey, id);
    return id;
  } catch {
    return null;
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomAlphanumerics(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // Bytes from 248 (4 × 62) on are skipped, because they would make the first letters more frequent.
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

/** Returns whether a store has been read. Until then, pages reserve space for what depends on it. */
export function useStoreReady({ persist }: typeof useCart | typeof useOrders): boolean {
  return useSyncExternalStore(persist.onFinishHydration, persist.hasHydrated, () => false);
}

/** Stores a field as JSON. Moves a value that is not fully readable to `<name>.unreadable`, and keeps what is readable. */
function storedField<Store>(
  field: keyof Store & string,
  read: (stored: unknown) => Partial<Store> | null,
  isComplete: (state: Partial<Store>) => boolean = () => true,
): PersistOptions<Store, Partial<Store>> {
  const jsonStorage: PersistStorage<Partial<Store>> = {
    getItem(key) {
      const text = storage()?.getItem(key) ?? null;
      if (text === null) return null;
      const state = read(parseJson(text));
      if (state !== null && isComplete(state)) return { state };
      // Removed before the copy is written, so that the storage has room for it.
      storage()?.removeItem(key);
      write(`${key}.unreadable`, text);
      if (state === null) return null;
      this.setItem(key, { state });
      return { state };
    },
    setItem: (key, { state }) => write(key, JSON.stringify(state[field])),
    removeItem: (key) => storage()?.removeItem(key),
  };
  return {
    name: field,
    storage: jsonStorage,
    partialize: (state) => ({ [field]: state[field] }) as Partial<Store>,
    skipHydration: true,
  };
}

function write(key: string, text: string): void {
  try {
    storage()?.setItem(key, text);
  } catch (error) {
    // Storage is full or blocked: the state stays in memory.
    console.error(error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
