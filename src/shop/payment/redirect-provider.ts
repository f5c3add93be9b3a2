import type { Locale } from '../locale.ts';
import type { Cents } from '../money.ts';
import type { PaymentMethod } from './payment.ts';

/** A call to a provider ends in one of these; nothing blurs whether it happened. */
export type Outcome<T> =
  | { ok: true; value: T }
  /** It surely did not happen, and will not when asked again. */
  | { ok: false; kind: 'rejected'; code: string }
  /** It may have happened: no answer in time, a broken connection, a fault or nonsense from the provider. */
  | { ok: false; kind: 'unknown'; cause: string }
  /** It surely was not asked: no connection, or the provider wants to be left alone for a while. */
  | { ok: false; kind: 'unavailable'; retryAfterMs?: number };

/** What a provider says of a payment, in the shop's words. `unknown`: a state that the shop has no word for. */
export type ProviderState =
  | 'pending'
  | 'authorized'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'voided'
  | 'disputed'
  | 'unknown';

/** A payment as its provider knows it, at one moment. Refunds stand beside the state: a refunded payment is `paid`. */
export type ProviderTruth = {
  providerRef: string;
  /** What the shop called it: see `StartRequest`. */
  merchantRef: string;
  state: ProviderState;
  amountCents: Cents;
  /** ISO 4217. */
  currency: string;
  refunds: readonly ProviderRefund[];
};

export type ProviderRefund = {
  ref: string;
  amountCents: Cents;
  state: 'pending' | 'succeeded' | 'failed';
};

/** A way to pay as the provider offers it now. `label`: a brand's own name, or null for words of ours by `group`. */
export type ProviderMethod = {
  id: string;
  group: Exclude<PaymentMethod['group'], 'branch' | 'transfer'>;
  label: string | null;
  logo: string | null;
  /** Whose words describe it, where its group has several ways. */
  word?: 'hire_purchase';
};

export type StartRequest = {
  /** The id of the attempt, a UUID. */
  paymentId: string;
  /** The order's number: the same for every attempt of one order. */
  orderNumber: string;
  amountCents: Cents;
  /** One of `listMethods`. */
  method: string;
  customer: { name: string; email: string; phone: string };
  lines: readonly { title: string; count: number; priceCents: Cents }[];
  locale: Locale;
  /** Where the browser comes back to, whatever has happened. */
  returnUrl: string;
  /** Where the provider's webhooks go. */
  notifyUrl: string;
  /** After this moment the provider should take no money for it. */
  expiresAt: Date;
};

export type Started = {
  providerRef: string;
  /** Where the buyer pays. */
  url: string;
  expiresAt: Date;
};

/** What a webhook says, once it is known to come from the provider: a reason to ask for the truth, never the truth. */
export type WebhookReading =
  | {
      ok: true;
      /** The same event told twice has the same key. */
      eventKey: string;
      /** The provider's id of the payment that it is about. */
      providerRef: string;
      merchantRef: string | null;
      hint: string;
      /** Signed well, but long ago. */
      stale: boolean;
    }
  /** Signed well, and nothing that the shop has to know of. */
  | { ok: true; ignored: true }
  | { ok: false; reason: 'bad-signature' | 'malformed' | 'other-account' };

export type WebhookRequest = {
  /** The body as it came, byte by byte. */
  body: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: URLSearchParams;
};

/** Takes money on pages of its own, to which the buyer is sent. Every call gives up when its signal says so. */
export interface RedirectProvider {
  readonly id: 'montonio' | 'stripe';
  /** The ways to pay this amount that it offers now. */
  listMethods(amountCents: Cents | null, signal: AbortSignal): Promise<Outcome<readonly ProviderMethod[]>>;
  /** Asks for a payment. Asked again for the same attempt, however the first try ended, there is one payment. */
  start(request: StartRequest, signal: AbortSignal): Promise<Outcome<Started>>;
  /** The truth about a payment. */
  fetch(providerRef: string, signal: AbortSignal): Promise<Outcome<ProviderTruth>>;
  /** Takes the page where the buyer pays away, where the provider can; gives the truth after that. */
  expire?(providerRef: string, signal: AbortSignal): Promise<Outcome<ProviderTruth>>;
  /** Gives money back. Asked again with the same id, however the first try ended, the money goes once. */
  refund(
    request: { providerRef: string; refundId: string; amountCents: Cents },
    signal: AbortSignal,
  ): Promise<Outcome<ProviderRefund>>;
  /** Payments that were made or changed since then, where the provider can list them; for the nightly comparison. */
  list?(since: Date, signal: AbortSignal): Promise<Outcome<readonly ProviderTruth[]>>;
  /** Reads and verifies a webhook; asks nobody. */
  readWebhook(request: WebhookRequest, now: Date): Promise<WebhookReading>;
}
