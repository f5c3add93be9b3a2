import { randomBytes } from 'node:crypto';
import type { BookedPayment, Control } from '../control.ts';

export type Refund = {
  id: string;
  cents: number;
  status: 'pending' | 'succeeded' | 'failed';
  metadata: Form;
};

export type Intent = {
  id: string;
  chargeId: string;
  status: 'succeeded' | 'processing' | 'requires_payment_method';
  isDisputed: boolean;
  refunds: Refund[];
};

export type Session = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  isPaid: boolean;
  cents: number;
  request: Form;
  created: number; // in seconds since 1970, as `expiresAt`
  expiresAt: number;
  intent: Intent | null;
};

const minOpenSeconds = 30 * 60;
const maxOpenSeconds = 24 * 3600;
const minCents = 50;

/** Returns the name of a parameter that Stripe would refuse; null if all are valid. */
export function invalidParameter(request: Form, nowSeconds: number): string | null {
  const expiresAt = Number(textAt(request, 'expires_at') ?? nowSeconds + maxOpenSeconds);
  const items = Object.values(groupAt(request, 'line_items'));
  const valid: Record<string, boolean> = {
    mode: textAt(request, 'mode') === 'payment',
    success_url: URL.canParse(textAt(request, 'success_url') ?? ''),
    // Version 2026-09-30.endive of Stripe's API has no such parameter.
    payment_method_types: request.payment_method_types === undefined,
    expires_at: expiresAt >= nowSeconds + minOpenSeconds && expiresAt <= nowSeconds + maxOpenSeconds,
    line_items:
      items.length > 0 && items.every((item) => /^\d+$/.test(textAt(item, 'price_data', 'unit_amount') ?? '')),
    currency: items.every((item) => textAt(item, 'price_data', 'currency') === 'eur'),
    amount: totalOf(request) >= minCents,
    client_reference_id: (textAt(request, 'client_reference_id') ?? '').length <= 200,
  };
  return Object.keys(valid).find((name) => !valid[name]) ?? null;
}

function totalOf(request: Form): number {
  const items = Object.values(groupAt(request, 'line_items'));
  return items.reduce(
    (sum, item) => sum + Number(textAt(item, 'price_data', 'unit_amount')) * Number(textAt(item, 'quantity') ?? 1),
    0,
  );
}

export function newSession(request: Form, nowSeconds: number): Session {
  return {
    id: newId('cs_test'),
    status: 'open',
    isPaid: false,
    cents: totalOf(request),
    request,
    created: nowSeconds,
    expiresAt: Number(textAt(request, 'expires_at') ?? nowSeconds + maxOpenSeconds),
    intent: null,
  };
}

export function newIntent(status: Intent['status']): Intent {
  return { id: newId('pi'), chargeId: newId('ch'), status, isDisputed: false, refunds: [] };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Includes pending refunds. */
export function refundedCents({ refunds }: Intent): number {
  return refunds.filter(({ status }) => status !== 'failed').reduce((sum, { cents }) => sum + cents, 0);
}

export function bookedPaymentOf({ id, request, status, isPaid, cents, intent }: Session): BookedPayment {
  const refunds = intent?.refunds ?? [];
  const statusIfUnpaid = intent?.status === 'processing' ? 'settling' : 'failed';
  const statuses = { open: 'open', expired: 'abandoned', complete: isPaid ? 'paid' : statusIfUnpaid } as const;
  return {
    ref: id,
    merchantRef: textAt(request, 'client_reference_id') ?? '',
    status: statuses[status],
    paid: isPaid ? cents : 0,
    refunded: refunds.filter((refund) => refund.status === 'succeeded').reduce((sum, refund) => sum + refund.cents, 0),
    pendingRefundIds: refunds.filter((refund) => refund.status === 'pending').map((refund) => refund.id),
  };
}

export type StripeControl = Control & {
  webhookUrl: string | null;
  newRefundStatus: Refund['status'];
  dispute(ref: string): Promise<void>;
};

export type Form = { [key: string]: Form | string };

/** Parses `a[b][0][c]=x` into nested objects; lists become objects with numeric keys. */
export function readForm(text: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split('[').map((key) => key.replace(/\]$/, ''));
    const last = keys.pop() ?? '';
    let group = form;
    for (const key of keys) {
      const existing = group[key];
      const inner: Form = typeof existing === 'object' ? existing : Object.create(null);
      group[key] = inner;
      group = inner;
    }
    group[last] = value;
  }
  return form;
}

export function textAt(form: Form | string | undefined, ...path: string[]): string | undefined {
  const value = valueAt(form, path);
  return typeof value === 'string' ? value : undefined;
}

export function groupAt(form: Form | string | undefined, ...path: string[]): Form {
  const value = valueAt(form, path);
  return typeof value === 'object' ? value : {};
}

function valueAt(form: Form | string | undefined, path: string[]): Form | string | undefined {
  let value = form;
  for (const key of path) value = typeof value === 'object' ? value[key] : undefined;
  return value;
}
