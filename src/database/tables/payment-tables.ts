import type { Generated } from 'kysely';
import type { Identity, Timestamp } from './columns.ts';

/** `position` increases with each attempt to pay. `provider_ref` null: no id of the provider is stored. `next_poll_at` null: no poll is planned. */
export type Payments = {
  id: Generated<string>;
  position: Identity;
  order_id: number;
  provider: string;
  /** The payment method at the provider: `montonio:paymentInitiation:EE:LHVBEE22`. */
  method: string;
  state: PaymentState;
  amount_cents: number;
  created_at: Timestamp;
  provider_ref: string | null;
  redirect_url: string | null;
  expires_at: Timestamp | null;
  /** The last state that the provider reported, and when. */
  told: ProviderState | null;
  told_at: Timestamp | null;
  next_poll_at: Timestamp | null;
  /** Until then, only the process that took the lease may start the payment at the provider. */
  leased_until: Timestamp | null;
  /** SHA-256 of the idempotency key of this attempt; null: the attempt made with the order. */
  key_hash: Buffer | null;
  /** A hash of the code in the URL to which the provider sends the buyer back: it opens the order page. */
  return_code_hash: Buffer | null;
  return_code_until: Timestamp | null;
};

type ProviderState =
  | 'pending'
  | 'authorized'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'voided'
  | 'disputed'
  | 'unknown';

type PaymentState =
  | 'created'
  | 'submitted'
  | 'pending'
  | 'authorized'
  | 'paid'
  | 'partially_refunded'
  | 'refunded'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'voided'
  | 'disputed';

export type PaymentLedger = {
  id: Identity;
  order_id: number;
  payment_id: string;
  kind: 'paid' | 'refunded';
  provider: string;
  provider_ref: string;
  amount_cents: number;
  at: Timestamp;
  actor: string;
  tender: Tender | null;
  /** Cash is rounded to 5 cents: the cash that changed hands is `amount_cents + rounding_cents`. */
  rounding_cents: Generated<number>;
  drawer_id: number | null;
};

export type CashDrawers = {
  id: Identity;
  branch: string;
  opened_at: Timestamp;
  opened_by: string;
  opening_cents: number;
  closed_at: Timestamp | null;
  closed_by: string | null;
  expected_cents: number | null;
  counted_cents: number | null;
};

/** Cash put into a drawer, or taken out (negative), other than payments and refunds of orders. */
export type CashMovements = {
  id: Identity;
  drawer_id: number;
  amount_cents: number;
  reason: string;
  at: Timestamp;
  actor: string;
};

type Tender = 'cash' | 'card';

/** `next_try_at`: when the shop sends the refund to the provider, or sends it again; null: an employee pays it out, or the provider has reported its state (also of a refund made in its portal). */
export type Refunds = {
  id: Generated<string>;
  order_id: number;
  payment_id: string;
  state: 'requested' | 'submitted' | 'pending' | 'succeeded' | 'failed';
  amount_cents: number;
  reason: 'withdrawal' | 'cancelled' | 'late-payment' | 'overpaid' | 'goodwill' | 'changed' | 'provider';
  note: Generated<string>;
  provider_ref: string | null;
  requested_by: string;
  requested_at: Timestamp;
  next_try_at: Timestamp | null;
};

/** `event_key`: the same whenever the provider repeats a webhook. `hint`: the reported state; the shop asks the provider for the true one. `stale`: the signed token of the webhook had expired. */
export type WebhookEvents = {
  id: Identity;
  provider: string;
  event_key: string;
  received_at: Timestamp;
  provider_ref: string;
  merchant_ref: string | null;
  hint: string | null;
  stale: boolean;
  processed_at: Timestamp | null;
};

/** Differences between the shop's payments (`here`) and those of the provider (`there`). */
export type ReconFindings = {
  id: Identity;
  provider: string;
  provider_ref: string;
  kind: 'paid-here-only' | 'paid-there-only' | 'unknown-there' | 'unknown-here' | 'amount-differs' | 'refunds-differ';
  data: Record<string, unknown>;
  found_at: Timestamp;
  resolved_at: Timestamp | null;
};

/** `key`: account, direction and `bank_id`. `refs`: ids of the transaction. `reference`: the payer's reference number. */
export type BankEntries = {
  id: Identity;
  key: string;
  bank_id: string;
  refs: string[];
  account: string;
  booked_on: string;
  direction: 'credit' | 'debit';
  is_reversal: boolean;
  amount_cents: number;
  currency: string;
  payer_name: string | null;
  payer_iban: string | null;
  reference: string | null;
  remittance: string;
  /** `flagged`: as `booked`, but by a reference in free text. `part`, `over`: less or more than due. `reversal`: of a `reversed` one. */
  state: 'booked' | 'flagged' | 'part' | 'over' | 'unassigned' | 'payout' | 'reversed' | 'reversal' | 'ignored';
  unassigned_because: string | null;
  provider: string | null;
  order_id: number | null;
  ledger_id: number | null;
  reverses_id: number | null;
  imported_at: Timestamp;
  imported_by: string;
  assigned_at: Timestamp | null;
  assigned_by: string | null;
  ignored_because: string | null;
};
