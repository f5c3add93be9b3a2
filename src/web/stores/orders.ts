import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { plainStorage } from './plain-storage.ts';

/** The key to one order: its number and the token that opens it. */
export type OrderKey = { number: string; token: string };

type OrdersStore = { orders: OrderKey[]; remember: (order: OrderKey) => void };

const most = 20;

export const useOrders = create<OrdersStore>()(
  persist(
    (set) => ({
      orders: [],
      remember: (order) =>
        set(({ orders }) => ({
          orders: [order, ...orders.filter(({ number }) => number !== order.number)].slice(0, most),
        })),
    }),
    {
      name: 'orders',
      storage: plainStorage<OrdersStore, 'orders'>('orders', readOrders),
      partialize: ({ orders }) => ({ orders }),
      skipHydration: true,
    },
  ),
);

function readOrders(stored: unknown): OrderKey[] | null {
  if (!Array.isArray(stored)) return null;
  return stored.every((o: Partial<OrderKey> | null) => typeof o?.number === 'string' && typeof o.token === 'string')
    ? (stored as OrderKey[])
    : null;
}
