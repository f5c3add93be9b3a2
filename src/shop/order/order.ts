/** The life of an order. `awaiting_payment`: prepaid and not paid yet. Pay at branch starts `confirmed`. */
export const orderStatuses = ['awaiting_payment', 'confirmed', 'ready', 'completed', 'cancelled', 'expired'] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** Statuses in which an order's tires are kept for it. */
export const openStatuses: readonly OrderStatus[] = ['awaiting_payment', 'confirmed', 'ready'];
