import { randomBytes } from 'node:crypto';
import type { BookedPayment, Control } from '../control.ts';

export type Refund = {
  id: string;
  cents: number;
  status: 'pending' | 'succeeded' | 'failed';
  metadata: Record<string, string>;
};

export type Intent = {
  id: string;
  chargeId: string;
  status: 'succeeded' | 'processing' | 'requires_payment_method';
  isDisputed: boolean;
  refunds: Refund[];
};

/** `created`, `expiresAt`: in seconds since 1970. */
export type Session = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  isPaid: boolean;
  cents: number;
  request: URLSearchParams;
  created: number;
  expiresAt: number;
  intent: Intent | null;
};

const minOpenSeconds = 30 * 60;
const maxOpenSeconds = 24 * 3600;
const minCents = 50;

/** Returns the name of a parameter that Stripe would refuse; null if all are valid. */
export function invalidParameter(request: URLSearchParams, nowSeconds: number): string | null {
  const expiresAt = expiryOf(request, nowSeconds);
  const items = lineItems(request);
  const valid: Record<string, boolean> = {
    mode: request.get('mode') === 'payment',
    success_url: URL.canParse(request.get('success_url') ?? ''),
    // Version 2026-09-30.endive of Stripe's API has no such parameter.
    payment_method_types: !hasParameter(request, 'payment_method_types'),
    expires_at: expiresAt >= nowSeconds + minOpenSeconds && expiresAt <= nowSeconds + maxOpenSeconds,
    line_items: items.length > 0 && items.every(({ amount }) => /^\d+$/.test(amount)),
    currency: items.every(({ currency }) => currency === 'eur'),
    amount: totalOf(request) >= minCents,
    client_reference_id: (request.get('client_reference_id') ?? '').length <= 200,
  };
  return Object.keys(valid).find((name) => !valid[name]) ?? null;
}

function expiryOf(request: URLSearchParams, nowSeconds: number): number {
  return Number(request.get('expires_at') ?? nowSeconds + maxOpenSeconds);
}

function totalOf(request: URLSearchParams): number {
  return lineItems(request).reduce((sum, { amount, quantity }) => sum + Number(amount) * quantity, 0);
}

function lineItems(request: URLSearchParams) {
  const indexes = [...request.keys()].flatMap((name) => /^line_items\[(\d+)\]/.exec(name)?.[1] ?? []);
  return [...new Set(indexes)].map((index) => ({
    amount: request.get(`line_items[${index}][price_data][unit_amount]`) ?? '',
    currency: request.get(`line_items[${index}][price_data][currency]`),
    quantity: Number(request.get(`line_items[${index}][quantity]`) ?? 1),
  }));
}

/** True for `expand`, `expand[]` and `expand[0]` if `name` is `expand`. */
export function hasParameter(parameters: URLSearchParams, name: string): boolean {
  return [...parameters.keys()].some((key) => key === name || key.startsWith(`${name}[`));
}

export function groupOf(parameters: URLSearchParams, name: string): Record<string, string> {
  const entries = [...parameters].filter(([key]) => key.startsWith(`${name}[`));
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
}

export function newSession(request: URLSearchParams, nowSeconds: number): Session {
  return {
    id: newId('cs_test'),
    status: 'open',
    isPaid: false,
    cents: totalOf(request),
    request,
    created: nowSeconds,
    expiresAt: expiryOf(request, nowSeconds),
    intent: null,
  };
}

export function newIntent(status: Intent['status']): Intent {
  return { id: newId('pi'), chargeId: newId('ch'), status, isDisputed: false, refunds: [] };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export function refundedCents({ refunds }: Intent): number {
  return refunds.filter(({ status }) => status !== 'failed').reduce((sum, { cents }) => sum + cents, 0);
}

export function bookedPaymentOf({ id, request, status, isPaid, cents, intent }: Session): BookedPayment {
  const refunds = intent?.refunds ?? [];
  const statusIfUnpaid = intent?.status === 'processing' ? 'settling' : 'failed';
  const statuses = { open: 'open', expired: 'abandoned', complete: isPaid ? 'paid' : statusIfUnpaid } as const;
  return {
    ref: id,
    merchantRef: request.get('client_reference_id') ?? '',
    status: statuses[status],
    paid: isPaid ? cents : 0,
    refunded: refunds.filter((refund) => refund.status === 'succeeded').reduce((sum, refund) => sum + refund.cents, 0),
    pendingRefundIds: refunds.filter((refund) => refund.status === 'pending').map((refund) => refund.id),
  };
}

/** `webhookUrl` null: no webhooks are sent. `newRefundStatus`: the status of refunds when they are made. */
export type StripeControl = Control & {
  webhookUrl: string | null;
  newRefundStatus: Refund['status'];
  dispute(ref: string): Promise<void>;
};
