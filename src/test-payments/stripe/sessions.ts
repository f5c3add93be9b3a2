import { randomBytes } from 'node:crypto';
import type { Taken } from '../books.ts';
import { type Form, group, text } from './form.ts';

export type Refund = {
  id: string;
  cents: number;
  status: 'pending' | 'succeeded' | 'failed';
  metadata: Form;
};

/** The payment of a session; it comes about when the buyer pays. */
export type Intent = {
  id: string;
  chargeId: string;
  status: 'succeeded' | 'processing' | 'requires_payment_method';
  disputed: boolean;
  refunds: Refund[];
};

export type Session = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  cents: number;
  /** As it was asked for. */
  request: Form;
  /** Seconds. */
  created: number;
  expiresAt: number;
  intent: Intent | null;
};

const leastOpen = 30 * 60;
const mostOpen = 24 * 3600;

/** What Stripe would refuse, as the name of the parameter; null where all is well. */
export function problemOf(request: Form, nowSeconds: number): string | null {
  const expiresAt = Number(text(request, 'expires_at') ?? nowSeconds + mostOpen);
  const items = Object.values(group(request, 'line_items'));
  const right: Record<string, boolean> = {
    mode: text(request, 'mode') === 'payment',
    success_url: URL.canParse(text(request, 'success_url') ?? ''),
    // Gone since 2026-09-30.endive.
    payment_method_types: request.payment_method_types === undefined,
    expires_at: expiresAt >= nowSeconds + leastOpen && expiresAt <= nowSeconds + mostOpen,
    line_items: items.length > 0 && items.every((item) => /^\d+$/.test(text(item, 'price_data', 'unit_amount') ?? '')),
    currency: items.every((item) => text(item, 'price_data', 'currency') === 'eur'),
    amount: totalOf(request) >= 50,
    client_reference_id: (text(request, 'client_reference_id') ?? '').length <= 200,
  };
  return Object.keys(right).find((name) => !right[name]) ?? null;
}

function totalOf(request: Form): number {
  const items = Object.values(group(request, 'line_items'));
  return items.reduce(
    (sum, item) => sum + Number(text(item, 'price_data', 'unit_amount')) * Number(text(item, 'quantity') ?? 1),
    0,
  );
}

export function newSession(request: Form, nowSeconds: number): Session {
  return {
    id: newId('cs_test'),
    status: 'open',
    paid: false,
    cents: totalOf(request),
    request,
    created: nowSeconds,
    expiresAt: Number(text(request, 'expires_at') ?? nowSeconds + mostOpen),
    intent: null,
  };
}

export function newIntent(status: Intent['status']): Intent {
  return { id: newId('pi'), chargeId: newId('ch'), status, disputed: false, refunds: [] };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Cents that were given back or are on their way. */
export function givenBack({ refunds }: Intent): number {
  return refunds.filter(({ status }) => status !== 'failed').reduce((sum, { cents }) => sum + cents, 0);
}

export function takenOf({ id, request, status, paid, cents, intent }: Session): Taken {
  const refunds = intent?.refunds ?? [];
  const unpaid = intent?.status === 'processing' ? 'settling' : 'over';
  const words = { open: 'open', expired: 'abandoned', complete: paid ? 'paid' : unpaid } as const;
  return {
    ref: id,
    merchantRef: text(request, 'client_reference_id') ?? '',
    status: words[status],
    paid: paid ? cents : 0,
    returned: refunds.filter((refund) => refund.status === 'succeeded').reduce((sum, refund) => sum + refund.cents, 0),
    refundsUnderWay: refunds.filter((refund) => refund.status === 'pending').map((refund) => refund.id),
  };
}
