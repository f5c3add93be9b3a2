import { z } from 'zod';
import { providerText } from '../provider-text.ts';
import type { ProviderRefund, ProviderState, ProviderTruth } from '../redirect-provider.ts';
import { majorUnits } from './amounts.ts';

export const refundAnswer = z.object({
  uuid: providerText.min(1),
  amount: majorUnits,
  status: providerText,
  idempotencyKey: providerText.nullish(),
});

/** An order as `POST /orders` and `GET /orders/:uuid` give it, as far as the shop needs it. */
export const orderAnswer = z.object({
  uuid: providerText.min(1),
  paymentStatus: providerText,
  merchantReference: providerText,
  grandTotal: majorUnits,
  currency: providerText,
  refunds: z.array(refundAnswer).nullish(),
});

export const createdAnswer = z.object({
  uuid: providerText.min(1),
  paymentUrl: z.url({ protocol: /^https?$/ }),
  expiresAt: z.coerce.date().nullish().catch(null),
});

const states: Partial<Record<string, ProviderState>> = {
  PENDING: 'pending',
  AUTHORIZED: 'authorized',
  PAID: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  VOIDED: 'voided',
  ABANDONED: 'expired',
};

export function stateOf(status: string): ProviderState {
  return (Object.hasOwn(states, status) && states[status]) || 'unknown';
}

/** A status that the shop has no word for may still become one of the others. */
export function refundOf({ uuid, amount, status }: z.infer<typeof refundAnswer>): ProviderRefund {
  const failed = status === 'REJECTED' || status === 'CANCELED';
  const state = status === 'SUCCESSFUL' ? 'succeeded' : failed ? 'failed' : 'pending';
  return { ref: uuid, amountCents: amount, state };
}

export function truthOf(order: z.infer<typeof orderAnswer>): ProviderTruth {
  return {
    providerRef: order.uuid,
    merchantRef: order.merchantReference,
    state: stateOf(order.paymentStatus),
    amountCents: order.grandTotal,
    currency: order.currency,
    refunds: (order.refunds ?? []).map(refundOf),
  };
}
