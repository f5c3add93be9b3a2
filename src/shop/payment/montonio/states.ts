import { z } from 'zod';
import { amountText, type Cents } from '../../money.ts';
import type { ProviderState } from '../payment-states.ts';
import { type PaymentReport, type ProviderRefund, providerText } from '../provider.ts';

/** Converts cents to euros, such as 29 to 0.29, without floating-point arithmetic. */
export function toMajorUnits(cents: Cents): number {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError('not an amount in cents');
  return Number(amountText(cents, '.'));
}

/** Converts euros (`"99.99"`, `"25"` or 99.9) to cents; null for anything else. */
export function fromMajorUnits(euros: string | number): Cents | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(euros)) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(2, '0'));
}

const centsOfEuros = z.union([z.string(), z.number()]).transform((euros, context) => {
  const cents = fromMajorUnits(euros);
  if (cents !== null) return cents;
  context.addIssue('not an amount');
  return z.NEVER;
});

export const refundAnswer = z.object({
  uuid: providerText.min(1),
  amount: centsOfEuros,
  status: providerText,
  idempotencyKey: providerText.nullish(),
});

export const orderAnswer = z.object({
  uuid: providerText.min(1),
  paymentStatus: providerText,
  merchantReference: providerText,
  grandTotal: centsOfEuros,
  currency: providerText,
  refunds: z.array(refundAnswer).nullish(),
});

export const createdAnswer = z.object({
  uuid: providerText.min(1),
  paymentUrl: z.url({ protocol: /^https?$/ }),
  expiresAt: z.coerce.date().nullish().catch(null),
});

/** Refunded orders stay `paid`, because a report lists their refunds. */
const statesByStatus = new Map<string, ProviderState>([
  ['PENDING', 'pending'],
  ['AUTHORIZED', 'authorized'],
  ['PAID', 'paid'],
  ['PARTIALLY_REFUNDED', 'paid'],
  ['REFUNDED', 'paid'],
  ['VOIDED', 'voided'],
  ['ABANDONED', 'expired'],
]);

export function stateOf(status: string): ProviderState {
  return statesByStatus.get(status) ?? 'unknown';
}

export function refundOf({ uuid, amount, status }: z.infer<typeof refundAnswer>): ProviderRefund {
  return { ref: uuid, amountCents: amount, state: refundStateOf(status) };
}

function refundStateOf(status: string): ProviderRefund['state'] {
  if (status === 'SUCCESSFUL') return 'succeeded';
  return status === 'REJECTED' || status === 'CANCELED' ? 'failed' : 'pending';
}

export function reportOf(order: z.infer<typeof orderAnswer>): PaymentReport {
  return {
    providerRef: order.uuid,
    merchantRef: order.merchantReference,
    state: stateOf(order.paymentStatus),
    amountCents: order.grandTotal,
    currency: order.currency,
    refunds: (order.refunds ?? []).map(refundOf),
  };
}
