-- What a person has to look at before the order goes on; null: nothing.
alter table orders add column review text
  check (review in ('amount-mismatch', 'late-payment', 'overpaid', 'payment-withdrawn', 'refund-failed'));

-- An attempt to pay. provider: who takes the money; method: which of its ways, `montonio:paymentInitiation:EE:LHVBEE22`.
alter table payments drop constraint payments_state_check;
alter table payments add constraint payments_state_check check (state in (
  'created', 'submitted', 'pending', 'authorized', 'paid', 'partially_refunded', 'refunded',
  'failed', 'cancelled', 'expired', 'voided', 'disputed'));
alter table payments
  -- in the order in which the attempts were begun
  add column position     bigint generated always as identity,
  add column provider     text,
  -- the provider's own id of this payment; null until it has told one
  add column provider_ref text,
  add column redirect_url text,
  -- when the provider takes no more money for it
  add column expires_at   timestamptz,
  -- the provider's last word, and when it was heard
  add column told         text,
  add column told_at      timestamptz,
  -- when the provider is asked next; null: never again
  add column next_poll_at timestamptz,
  -- until then one process alone asks the provider to begin
  add column leased_until timestamptz,
  -- SHA-256 of the idempotency key with which the buyer asked for this attempt; null: the attempt of the order itself
  add column key_hash     bytea;
update payments set provider = method;
alter table payments alter column provider set not null;
create unique index payments_provider_ref on payments (provider, provider_ref);
create unique index payments_key on payments (order_id, key_hash);
create index payments_to_poll on payments (next_poll_at) where next_poll_at is not null;
drop index payments_one_live;
create unique index payments_one_live on payments (order_id)
  where state in ('created', 'submitted', 'pending', 'authorized');

-- Money that has moved, never changed: `paid` is ours to keep, `refunded` went back. One fact of a provider is one row.
create table payment_ledger (
  id           bigint generated always as identity primary key,
  order_id     bigint not null references orders,
  payment_id   uuid not null references payments,
  kind         text not null check (kind in ('paid', 'refunded')),
  provider     text not null,
  -- of a provider its id of the payment or refund; of a bank transfer the bank's reference; else our own id
  provider_ref text not null,
  amount_cents integer not null check (amount_cents > 0),
  at           timestamptz not null,
  actor        text not null,
  unique (provider, provider_ref, kind)
);
create index payment_ledger_of_order on payment_ledger (order_id);

create table refunds (
  id           uuid primary key default gen_random_uuid(),
  order_id     bigint not null references orders,
  payment_id   uuid not null references payments,
  state        text not null check (state in ('requested', 'submitted', 'pending', 'succeeded', 'failed')),
  amount_cents integer not null check (amount_cents > 0),
  reason       text not null check (reason in ('withdrawal', 'cancelled', 'late-payment', 'overpaid', 'goodwill', 'provider')),
  provider_ref text,
  requested_by text not null,
  requested_at timestamptz not null,
  next_try_at  timestamptz
);
create index refunds_of_order on refunds (order_id);
create index refunds_to_try on refunds (next_try_at) where next_try_at is not null;

-- What providers have told, as they told it; event_key: the same event told twice is one row.
create table webhook_events (
  id           bigint generated always as identity primary key,
  provider     text not null,
  event_key    text not null,
  received_at  timestamptz not null,
  provider_ref text not null,
  merchant_ref text,
  hint         text,
  stale        boolean not null,
  processed_at timestamptz,
  unique (provider, event_key)
);

-- What the nightly comparison with the providers has found; a person resolves it, nothing is repaired silently.
create table recon_findings (
  id           bigint generated always as identity primary key,
  provider     text not null,
  provider_ref text not null,
  kind         text not null check (kind in ('paid-here-only', 'paid-there-only', 'unknown-there', 'unknown-here', 'amount-differs', 'refunds-differ')),
  data         jsonb not null,
  found_at     timestamptz not null,
  resolved_at  timestamptz
);
create unique index recon_findings_open on recon_findings (provider, provider_ref, kind) where resolved_at is null;

-- A letter is written when its row is; sent_at once a mail server has taken it. One row for what is told once.
create table letters (
  id         uuid primary key default gen_random_uuid(),
  order_id   bigint not null references orders on delete cascade,
  kind       text not null check (kind in (
    'placed', 'paid', 'ready', 'cancelled', 'expired', 'refunded', 'withdrawal',
    'branch-order', 'branch-over', 'branch-withdrawal')),
  -- what of its kind, where an order has several: the id of a refund or withdrawal
  about      text not null default '',
  created_at timestamptz not null,
  sent_at    timestamptz,
  unique (order_id, kind, about)
);

-- Declarations of withdrawal, also those whose order was not found: a person sorts them.
create table withdrawals (
  id          uuid primary key default gen_random_uuid(),
  order_id    bigint references orders,
  -- as given by the buyer
  number      text not null,
  name        text not null,
  email       text not null,
  -- null: the whole order; else tire ids with counts
  items       jsonb,
  note        text not null default '',
  received_at timestamptz not null,
  locale      text not null check (locale in ('ee', 'en', 'ru')),
  -- when a person was done with it, and who
  handled_at  timestamptz,
  handled_by  text
);
create index withdrawals_of_order on withdrawals (order_id);

-- Random keys that the shop makes for itself: `branch-links` signs the links in a branch's letter, `order-links` makes
-- the token in a buyer's letter.
create table secrets (
  name  text primary key,
  value bytea not null
);
insert into secrets
select name, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
from unnest(array['branch-links', 'order-links']) as name;

-- What is asked of every payment, and of every buyer, must not read a whole table.
create index payment_ledger_of_payment on payment_ledger (payment_id);
create index refunds_of_payment on refunds (payment_id);
create index orders_by_email on orders (lower(email), placed_at);
