-- The people who work at the desk. `login` names them in histories: `staff:kati`.
create table staff (
  id         bigint generated always as identity primary key,
  login      text not null unique check (login ~ '^[a-z][a-z0-9-]{0,30}$'),
  name       text not null,
  role       text not null check (role in ('worker', 'accountant', 'owner')),
  -- scrypt; null: none chosen yet.
  pin_hash   text,
  created_at timestamptz not null,
  revoked_at timestamptz
);

-- One-time links by which a person enrols a passkey. Only the SHA-256 of the secret is stored.
create table staff_invitations (
  token_hash bytea primary key,
  staff_id   bigint not null references staff on delete cascade,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);

create table staff_passkeys (
  -- The credential id, base64url.
  id           text primary key,
  staff_id     bigint not null references staff on delete cascade,
  public_key   bytea not null,
  -- WebAuthn signature counter; 0: the authenticator has none.
  counter      bigint not null,
  transports   text[] not null,
  -- Synced to other devices of the person.
  backed_up    boolean not null,
  name         text not null,
  created_at   timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkeys_of_person on staff_passkeys (staff_id);

-- Challenges of ceremonies that have begun, by SHA-256; each is deleted when it is used.
create table staff_challenges (
  hash       bytea primary key,
  purpose    text not null check (purpose in ('sign-in', 'enrol', 'step-up')),
  -- What the answer is good for: the hash of an invitation or of an act with all its fields.
  bound      bytea,
  expires_at timestamptz not null
);

-- Tablets at a branch at which people change hands by PIN.
create table desk_stations (
  id           bigint generated always as identity primary key,
  branch       text not null,
  name         text not null,
  token_hash   bytea not null unique,
  enrolled_at  timestamptz not null,
  enrolled_by  text not null,
  -- When the tablet took the link that makes it the station; null: not yet.
  adopted_at   timestamptz,
  -- Opened by a passkey each morning; PINs work until then.
  opened_until timestamptz,
  -- Wrong PINs since it was opened.
  wrong_pins   smallint not null default 0,
  closed_at    timestamptz
);

-- Wrong PINs of one person at one station since that person last used a passkey or the right PIN there.
create table station_pin_failures (
  station_id bigint not null references desk_stations on delete cascade,
  staff_id   bigint not null references staff on delete cascade,
  count      smallint not null,
  primary key (station_id, staff_id)
);

create table desk_sessions (
  token_hash bytea primary key,
  staff_id   bigint not null references staff on delete cascade,
  station_id bigint references desk_stations on delete cascade,
  by_pin     boolean not null,
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  expires_at timestamptz not null,
  check (not by_pin or station_id is not null)
);
create index desk_sessions_of_person on desk_sessions (staff_id);

-- Who did what at the desk, also what was refused. Never changed, except that old names are erased.
create table desk_log (
  id         bigint generated always as identity primary key,
  at         timestamptz not null,
  actor      text not null,
  station    text,
  act        text not null,
  -- `order R26-4F7K2`, `tire …`; never personal data of a buyer.
  subject    text not null default '',
  outcome    text not null,
  request_id text not null,
  -- The idempotency key of the form; a repeated request finds what was done.
  key        uuid unique
);
create index desk_log_by_time on desk_log (at);

-- The desk follows what changes, whoever changes it: other screens, webhooks, jobs and operator commands.
create function notify_desk() returns trigger language plpgsql as $$
declare
  ids text;
begin
  if tg_table_name in ('order_events', 'handlings', 'payment_ledger', 'refunds', 'transfers', 'orders') then
    if tg_table_name = 'orders' then
      select string_agg(distinct id::text, ',') into ids from changed;
    else
      execute 'select string_agg(distinct order_id::text, '','') from changed' into ids;
    end if;
    if ids is not null then
      perform pg_notify('desk', case when length(ids) > 7000 then 'orders' else 'orders ' || ids end);
    end if;
  else
    perform pg_notify('desk', tg_argv[0]);
  end if;
  return null;
end $$;

create trigger desk_order_events after insert on order_events referencing new table as changed
  for each statement execute function notify_desk();
create trigger desk_handlings after insert on handlings referencing new table as changed
  for each statement execute function notify_desk();
create trigger desk_ledger after insert on payment_ledger referencing new table as changed
  for each statement execute function notify_desk();
create trigger desk_refunds_new after insert on refunds referencing new table as changed
  for each statement execute function notify_desk();
create trigger desk_refunds after update on refunds referencing new table as changed
  for each statement execute function notify_desk();
create trigger desk_transfers_new after insert on transfers referencing new table as changed
  for each statement execute function notify_desk();
create trigger desk_transfers after update on transfers referencing new table as changed
  for each statement execute function notify_desk();
create trigger desk_stock_changes after insert on stock_changes
  for each statement execute function notify_desk('stock');
create trigger desk_purchases after insert on purchase_events
  for each statement execute function notify_desk('purchases');
create trigger desk_cash after insert on cash_movements
  for each statement execute function notify_desk('cash');
create trigger desk_drawers after insert or update on cash_drawers
  for each statement execute function notify_desk('cash');
create trigger desk_imports after insert or update on imports
  for each statement execute function notify_desk('imports');
create trigger desk_people after insert or update or delete on staff
  for each statement execute function notify_desk('people');
create trigger desk_sessions_changed after insert or delete on desk_sessions
  for each statement execute function notify_desk('people');
