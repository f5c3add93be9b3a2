import { z } from 'zod';
import type { Locale } from '../locale.ts';
import type { Cents } from '../money.ts';
import { isStorable } from '../plain-text.ts';
import type { RedirectProviderId } from '../redirect-providers.ts';
import type { ProviderState } from './payment-states.ts';

export type Outcome<T> =
  | { ok: true; value: T }
  /** The provider refused the call, and a retry will not help. */
  | { ok: false; kind: 'rejected'; code: string }
  /** The call may have had its effect: timeout, broken connection, server error or unreadable response. */
  | { ok: false; kind: 'unknown'; cause: string }
  /** The call had no effect: no connection, or the provider asks to retry later. */
  | { ok: false; kind: 'unavailable'; retryAfterMs?: number };

export const paymentMethod = z
  .object({
    id: z.string(),
    label: z.string(),
    kind: z.enum(['offline', 'redirect']),
    group: z.enum(['branch', 'transfer', 'bank', 'card', 'pay_later']),
    logo: z.string().nullable(),
    description: z.string(),
  })
  .meta({ id: 'PaymentMethod' });

export type PaymentMethod = z.infer<typeof paymentMethod>;

/** A refunded payment has the state `paid` and its `refunds`. */
export type PaymentReport = {
  providerRef: string;
  /** The order number or payment id from `StartRequest`. */
  merchantRef: string;
  state: ProviderState;
  amountCents: Cents;
  currency: string;
  refunds: readonly ProviderRefund[];
};

export type ProviderRefund = {
  ref: string;
  amountCents: Cents;
  state: 'pending' | 'succeeded' | 'failed';
};

export type ProviderMethod = {
  id: string;
  group: Exclude<PaymentMethod['group'], 'branch' | 'transfer'>;
  label: string | null;
  logo: string | null;
  /** The key of the method's description in the messages, and of its name if `label` is null; absent: the key of the group. */
  messageKey?: 'hire_purchase';
};

export type StartRequest = {
  paymentId: string;
  orderNumber: string;
  /** The order number; for a further payment the payment id, because Montonio accepts one for each reference. */
  merchantRef: string;
  amountCents: Cents;
  method: string;
  customer: { name: string; email: string; phone: string };
  lines: readonly { title: string; count: number; priceCents: Cents }[];
  locale: Locale;
  returnUrl: string;
  notifyUrl: string;
  expiresAt: Date;
};

export type StartedPayment = {
  providerRef: string;
  url: string;
  expiresAt: Date;
};

/** The shop never trusts a webhook's state or event type (`hint`), but fetches the payment from the provider. */
export type WebhookReading =
  | {
      ok: true;
      /** Equal when a provider sends an event again. */
      eventKey: string;
      providerRef: string;
      merchantRef: string | null;
      hint: string;
      /** The token had expired when it arrived. The shop records this, and handles the webhook like any other. */
      isTooOld: boolean;
    }
  | { ok: true; ignored: true }
  | { ok: false; reason: 'bad-signature' | 'malformed' | 'other-account' };

export type WebhookRequest = {
  body: Uint8Array;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: URLSearchParams;
};

/** A provider that takes payments on its own pages. Every call ends when its signal aborts. */
export interface RedirectProvider {
  readonly id: RedirectProviderId;
  listMethods(signal: AbortSignal): Promise<Outcome<readonly ProviderMethod[]>>;
  /** Idempotent by `paymentId`, whatever the outcome of an earlier call. */
  start(request: StartRequest, signal: AbortSignal): Promise<Outcome<StartedPayment>>;
  fetch(providerRef: string, signal: AbortSignal): Promise<Outcome<PaymentReport>>;
  expire?(providerRef: string, signal: AbortSignal): Promise<Outcome<PaymentReport>>;
  /** Idempotent by `refundId`. */
  refund(
    request: { providerRef: string; refundId: string; amountCents: Cents },
    signal: AbortSignal,
  ): Promise<Outcome<ProviderRefund>>;
  list?(createdSince: Date, signal: AbortSignal): Promise<Outcome<readonly PaymentReport[]>>;
  readWebhook(request: WebhookRequest, now: Date): Promise<WebhookReading>;
}

export type Failure = Exclude<Outcome<never>, { ok: true }>;

const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function failureFromError(error: unknown): Failure {
  const code = codeOf(error);
  if (code !== null && notSentCodes.has(code)) return { ok: false, kind: 'unavailable' };
  return unknownOutcome(code ?? (error instanceof Error ? error.name : 'no answer'));
}

export function failureFromStatus(status: number, retryAfter: string | undefined, code: string, now: Date): Failure {
  if (status === 429 || (status === 503 && retryAfter))
    return { ok: false, kind: 'unavailable', retryAfterMs: pauseMs(retryAfter, now) };
  if (status >= 500 || status === 408) return unknownOutcome(`http-${status}`);
  return { ok: false, kind: 'rejected', code };
}

export function unknownOutcome(cause: string): Failure {
  return { ok: false, kind: 'unknown', cause };
}

const maxCauseDepth = 5;

/** Node puts the reason of a failed `fetch` into `cause`; for several addresses, into an AggregateError. */
function codeOf(error: unknown): string | null {
  let current = error;
  for (let depth = 0; depth < maxCauseDepth && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined);
  }
  return null;
}

function pauseMs(retryAfter: string | undefined, now: Date): number | undefined {
  if (!retryAfter) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isSafeInteger(ms) ? Math.max(0, ms) : undefined;
}

/** A provider's id, reference or state that the database can store. Stripe's ids have at most 255 characters. */
export const providerText = z.string().max(255).refine(isStorable);
