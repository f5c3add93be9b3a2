/** The life of an order. `awaiting_payment`: prepaid and not paid yet. Pay at branch starts `confirmed`. */
export const orderStatuses = ['awaiting_payment', 'confirmed', 'ready', 'completed', 'cancelled', 'expired'] as const;

export type OrderStatus = (typeof orderStatuses)[number];

const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  awaiting_payment: ['confirmed', 'cancelled', 'expired'],
  confirmed: ['ready', 'completed', 'cancelled', 'expired'],
  ready: ['completed', 'cancelled', 'expired'],
  completed: [],
  cancelled: [],
  expired: [],
};

/** Whether an order may go from one status to another. */
export function mayMove(from: OrderStatus, to: OrderStatus): boolean {
  return moves[from].includes(to);
}

/** Statuses in which an order's tires are kept for it. */
export const openStatuses: readonly OrderStatus[] = ['awaiting_payment', 'confirmed', 'ready'];
