import { useEffect, useSyncExternalStore } from 'react';
import { useCart } from './cart.ts';
import { useConsent } from './consent.ts';
import { deviceId } from './device-id.ts';
import { useOrders } from './orders.ts';

const stores = [useCart, useConsent, useOrders];

/** Reads the browser's stores after the first paint and keeps them in step with the other tabs. Used once, by the root. */
export function useStoredState(): void {
  useEffect(() => {
    deviceId();
    for (const store of stores) void store.persist.rehydrate();
    const follow = ({ key }: StorageEvent) => {
      // A null key: the whole storage was cleared.
      for (const store of stores)
        if (key === null || key === store.persist.getOptions().name) void store.persist.rehydrate();
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);
}

/** Whether the browser's stores have been read. Until then pages reserve the space of what depends on them. */
export function useStoredReady(): boolean {
  return useSyncExternalStore(
    (changed) => useCart.persist.onFinishHydration(changed),
    () => useCart.persist.hasHydrated(),
    () => false,
  );
}
