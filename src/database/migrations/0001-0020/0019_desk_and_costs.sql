-- Cash of a branch from one count to the next. Rows of closed drawers are never changed.
create table cash_drawers (
  id             bigint generated always as identity primary key,
  branch         text not null,
  opened_at      timestamptz not null,
  opened_by      text not null,
  opening_cents  integer not null check (opening_cents >= 0),
  closed_at      timestamptz,
  closed_by      text,
  expected_cents integer,
  counted_cents  integer check (counted_cents >= 0),
  check (num_nulls(closed_at, closed_by, expected_cents, counted_cents) in (0, 4))
);
create unique index cash_drawers_one_open on cash_drawers (branch) where closed_at is null;
create index cash_drawers_of_branch on cash_drawers (branch, id);

-- Cash that was put into a drawer or taken out, apart from orders. Never changed.
create table cash_movements (
  id           bigint generated always as identity primary key,
  drawer_id    bigint not null references cash_drawers,
  amount_cents integer not null check (amount_cents <> 0),
  reason       text not null,
  at           timestamptz not null,
  actor        text not null
);
create index cash_movements_of_drawer on cash_movements (drawer_id, id);

-- Cash is rounded to 5 cents. `amount_cents` stays what counts for the order; the cash that changed hands is the sum of both.
alter table payment_ledger
  add column rounding_cents smallint not null default 0
    check (rounding_cents between -2 and 2 and (rounding_cents = 0 or tender = 'cash')),
  -- The drawer that was open at the branch of the order; null: none was, or it is no cash.
  add column drawer_id bigint references cash_drawers check (drawer_id is null or tender = 'cash');
create index payment_ledger_of_drawer on payment_ledger (drawer_id) where drawer_id is not null;

-- A sale at the counter is no distance contract: no terms are accepted.
alter table orders alter column terms_accepted_at drop not null;
alter table orders add constraint orders_terms_accepted check (terms_accepted_at is not null or channel = 'counter');

-- Orders that are due, and the texts by which employees search orders: words of the name, and phone numbers by their end.
create index orders_due on orders (branch, promised_on) where status in ('confirmed', 'ready');
create index orders_by_name on orders using gin (to_tsvector('simple', name));
create index orders_by_phone on orders (reverse(regexp_replace(phone, '\D', '', 'g')) text_pattern_ops) where phone <> '';
create index orders_by_plate on orders (upper(regexp_replace(plate, '[^[:alnum:]]', '', 'g')) text_pattern_ops) where plate is not null;
drop index orders_by_email;
create index orders_by_email on orders (lower(email) text_pattern_ops, placed_at);

-- Euros for one piece without VAT, as the supplier's list says; null: not known. Never public. import_sources has the columns
-- of tire_sources in the same order.
alter table tire_sources add column cost_net numeric(10, 4) check (cost_net > 0);
alter table import_sources add column cost_net numeric(10, 4);
