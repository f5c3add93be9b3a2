-- supplier_number: the supplier's own number of the order. ask_requested_at: an employee wants the supplier's system to be asked.
alter table purchases
  add column supplier_number text,
  add column ask_requested_at timestamptz;

-- What the shop sent to the interface of a supplier, and what it answered; kept for disputes. `request` is stored before a byte leaves.
create table purchase_exchanges (
  id           bigint generated always as identity primary key,
  purchase_id  bigint not null references purchases,
  kind         text not null check (kind in ('inquiry', 'order', 'status')),
  reference    text not null,
  at           timestamptz not null,
  request      text not null,
  -- Null: no answer came. Both stay null if the process ended before one was stored.
  http_status  smallint,
  answer       text,
  outcome      text check (outcome in ('available', 'accepted', 'rejected', 'unsent', 'unknown', 'unclear')),
  reason       text not null default '',
  -- What an accepted answer says about the lines, until it is booked.
  lines        jsonb,
  booked_at    timestamptz
);
create index purchase_exchanges_of_purchase on purchase_exchanges (purchase_id, id);
create index purchase_exchanges_to_book on purchase_exchanges (id) where lines is not null and booked_at is null;
