import type { ColumnType, Generated } from 'kysely';

/** A timestamptz: read as Date, written as Date or as ISO 8601 text. */
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type TimestampByDefault = ColumnType<Date, Date | string | undefined, Date | string>;
/** `generated always`: never written. */
type Identity = ColumnType<number, never, never>;

type LabelClass = 'A' | 'B' | 'C' | 'D' | 'E';

type Manufacturers = { id: string; label: string };

type Tires = {
  id: string;
  supplier: string;
  supplier_sku: string;
  ean: string | null;
  manufacturer_id: string;
  model: string;
  season: 'summer' | 'winter' | 'all_season';
  studs: 'none' | 'studdable' | 'studded';
  runflat: boolean;
  vehicle: 'car' | 'van' | 'truck';
  competition: boolean;
  tread_width: number;
  /** 0: full profile. */
  profile: number;
  diameter: number;
  construction: string;
  load_index: string;
  speed_index: string;
  marks: string[];
  fuel: LabelClass | null;
  wet: LabelClass | null;
  noise_db: number | null;
  noise_class: 'A' | 'B' | 'C' | null;
  snow: boolean;
  ice: boolean;
  eprel_id: number | null;
  dot_year: number | null;
  weight_grams: number | null;
  price_cents: number;
  on_sale: Generated<boolean>;
  changed_at: TimestampByDefault;
};

type Stock = {
  tire_id: string;
  /** A branch id, or `supplier`. */
  place: string;
  on_hand: number;
  held: Generated<number>;
  lead_days: Generated<number>;
};

type StockChanges = {
  id: Identity;
  tire_id: string;
  place: string;
  before: number;
  after: number;
  at: Timestamp;
  actor: string;
  reason: Generated<string>;
};

type PriceHistory = { tire_id: string; price_cents: number; since: Timestamp };

type CatalogueState = { id: Generated<boolean>; demonstration: Generated<boolean> };

type Review = 'amount-mismatch' | 'late-payment' | 'overpaid' | 'payment-withdrawn' | 'refund-failed';

type Orders = {
  id: Generated<number>;
  number: string;
  token_hash: Buffer;
  status: 'awaiting_payment' | 'confirmed' | 'ready' | 'completed' | 'cancelled' | 'expired';
  locale: 'ee' | 'en' | 'ru';
  name: string;
  email: string;
  phone: string;
  company: { name: string; regCode: string; vatNumber: string | null } | null;
  branch: string;
  fulfilment: 'pickup' | 'fitting';
  plate: string | null;
  note: string;
  payment_method: string;
  reference: string;
  total_cents: number;
  vat_percent: number;
  placed_at: Timestamp;
  /** `YYYY-MM-DD`. */
  promised_on: string;
  held_until: Timestamp;
  client_address: string | null;
  device_id: string | null;
  terms_accepted_at: Timestamp;
  /** What a person has to look at before the order goes on. */
  review: Review | null;
};

type OrderLines = {
  order_id: number;
  position: number;
  tire_id: string;
  title: string;
  size: string;
  count: number;
  price_cents: number;
};

type StockHolds = {
  order_id: number;
  position: number;
  tire_id: string;
  place: string;
  count: number;
  lead_days: number;
  state: Generated<'held' | 'sold' | 'released'>;
};

type Payments = {
  id: Generated<string>;
  /** In the order in which the attempts were begun. */
  position: Identity;
  order_id: number;
  /** Who takes the money. */
  provider: string;
  /** Which of the provider's ways: `montonio:paymentInitiation:EE:LHVBEE22`. */
  method: string;
  state: PaymentState;
  amount_cents: number;
  created_at: Timestamp;
  provider_ref: string | null;
  redirect_url: string | null;
  expires_at: Timestamp | null;
  /** The provider's last word, and when it was heard. */
  told: ProviderState | null;
  told_at: Timestamp | null;
  next_poll_at: Timestamp | null;
  leased_until: Timestamp | null;
  key_hash: Buffer | null;
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

type PaymentLedger = {
  id: Identity;
  order_id: number;
  payment_id: string;
  kind: 'paid' | 'refunded';
  provider: string;
  provider_ref: string;
  amount_cents: number;
  at: Timestamp;
  actor: string;
};

type Refunds = {
  id: Generated<string>;
  order_id: number;
  payment_id: string;
  state: 'requested' | 'submitted' | 'pending' | 'succeeded' | 'failed';
  amount_cents: number;
  reason: 'withdrawal' | 'cancelled' | 'late-payment' | 'overpaid' | 'goodwill' | 'provider';
  provider_ref: string | null;
  requested_by: string;
  requested_at: Timestamp;
  next_try_at: Timestamp | null;
};

type WebhookEvents = {
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

type ReconFindings = {
  id: Identity;
  provider: string;
  provider_ref: string;
  kind: 'paid-here-only' | 'paid-there-only' | 'unknown-there' | 'unknown-here' | 'amount-differs' | 'refunds-differ';
  data: Record<string, unknown>;
  found_at: Timestamp;
  resolved_at: Timestamp | null;
};

type Letters = {
  id: Generated<string>;
  order_id: number;
  kind: LetterKind;
  /** What of its kind, where an order has several: the id of a refund or withdrawal. */
  about: Generated<string>;
  created_at: Timestamp;
  sent_at: Timestamp | null;
};

type LetterKind =
  | 'placed'
  | 'paid'
  | 'ready'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'withdrawal'
  | 'branch-order'
  | 'branch-withdrawal';

type Withdrawals = {
  id: Generated<string>;
  order_id: number | null;
  number: string;
  name: string;
  email: string;
  /** Null: the whole order. */
  items: ColumnType<{ id: string; count: number }[] | null, string | null, never>;
  note: Generated<string>;
  received_at: Timestamp;
  locale: 'ee' | 'en' | 'ru';
};

type Secrets = { name: string; value: Buffer };

type OrderEvents = {
  id: Identity;
  order_id: number;
  at: Timestamp;
  actor: string;
  type: string;
  data: Generated<Record<string, unknown>>;
};

type IdempotencyKeys = {
  key_hash: Buffer;
  request_hash: Buffer;
  salt: Buffer;
  order_id: number;
  created_at: Timestamp;
};

/** Every table as src/database/migrations makes it; amounts are cents, VAT included. */
export type Tables = {
  manufacturers: Manufacturers;
  tires: Tires;
  stock: Stock;
  stock_changes: StockChanges;
  price_history: PriceHistory;
  catalogue_state: CatalogueState;
  orders: Orders;
  order_lines: OrderLines;
  stock_holds: StockHolds;
  payments: Payments;
  payment_ledger: PaymentLedger;
  refunds: Refunds;
  webhook_events: WebhookEvents;
  recon_findings: ReconFindings;
  letters: Letters;
  withdrawals: Withdrawals;
  secrets: Secrets;
  order_events: OrderEvents;
  idempotency_keys: IdempotencyKeys;
};
