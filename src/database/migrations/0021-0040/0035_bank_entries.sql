-- Money on the shop's bank account, from imported statements. Debits only if they take back booked money.
create table bank_entries (
  id bigint generated always as identity primary key,
  -- Account, direction and the bank's id: the same entry in another statement is not stored again.
  key text not null unique,
  bank_id text not null,
  refs text[] not null,
  account text not null,
  booked_on date not null,
  direction text not null check (direction in ('credit', 'debit')),
  is_reversal boolean not null,
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  payer_name text,
  payer_iban text,
  -- As the bank stated it.
  reference text,
  remittance text not null,
  -- booked, flagged, part, over: for an order. reversal: a debit that took back a booked entry, which is `reversed` then.
  state text not null check (state in
    ('booked', 'flagged', 'part', 'over', 'unassigned', 'payout', 'reversed', 'reversal', 'ignored')),
  -- Why a person has to look at it.
  unassigned_because text,
  provider text,
  order_id bigint references orders,
  ledger_id bigint references payment_ledger,
  reverses_id bigint references bank_entries,
  imported_at timestamptz not null,
  imported_by text not null,
  -- Null: by the import.
  assigned_at timestamptz,
  assigned_by text,
  ignored_because text,
  check ((state in ('booked', 'flagged', 'part', 'over', 'reversed')) = (ledger_id is not null)),
  check ((state = 'unassigned') = (unassigned_because is not null)),
  check ((state = 'ignored') = (ignored_because is not null))
);
create index bank_entries_unassigned on bank_entries (id) where state = 'unassigned';
create index bank_entries_by_order on bank_entries (order_id) where order_id is not null;
create index bank_entries_by_amount on bank_entries (amount_cents) where ledger_id is not null;
