-- Appointments for fitting tires. The exclusion constraint keeps two live ones of a bay from overlapping.
create extension if not exists btree_gist;

create table fitting_bookings (
  id uuid primary key default gen_random_uuid(),
  -- Deferred: an order takes its time before it is written. Null: a phone or walk-in booking without an order.
  order_id bigint references orders on delete cascade deferrable initially deferred,
  branch text not null,
  bay smallint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  vehicle text not null check (vehicle in ('car', 'suv', 'van')),
  wheels smallint not null check (wheels between 1 and 8),
  rim numeric(4, 1),
  run_flat boolean not null default false,
  price_cents integer check (price_cents >= 0),
  -- The other set of the buyer is in the storage of the branch.
  storage boolean not null default false,
  state text not null default 'booked' check (state in ('booked', 'arrived', 'done', 'missed', 'freed')),
  freed_because text check (freed_because in
    ('buyer', 'desk', 'closed', 'expired', 'late', 'changed', 'moved-earlier')),
  channel text not null check (channel in ('web', 'phone', 'counter')),
  name text,
  phone text,
  plate text,
  note text not null default '',
  -- Since when the buyer waits for an earlier time. Null: the buyer does not.
  earlier_since timestamptz,
  -- Rises with each change, for calendars and for employees who change the same booking.
  version integer not null default 0,
  made_at timestamptz not null,
  made_by text not null,
  arrived_at timestamptz,
  done_at timestamptz,
  check ((state = 'freed') = (freed_because is not null)),
  constraint fitting_no_overlap exclude using gist
    (branch with =, bay with =, tstzrange(starts_at, ends_at) with &&) where (state in ('booked', 'arrived', 'done'))
);
create index fitting_by_time on fitting_bookings (branch, starts_at);
create unique index fitting_of_order on fitting_bookings (order_id) where state in ('booked', 'arrived');
create index fitting_by_order on fitting_bookings (order_id) where order_id is not null;

-- Times in which a bay, or with a null bay every bay, is not booked; or, with `opens`, is booked in addition to its hours.
create table fitting_blocks (
  id bigint generated always as identity primary key,
  branch text not null,
  bay smallint,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  opens boolean not null,
  reason text not null default '',
  made_by text not null,
  made_at timestamptz not null
);
create index fitting_blocks_by_time on fitting_blocks (branch, starts_at);

-- Announces the branch and the days in Tallinn whose free times have changed: `ringtee 2026-10-20`.
create function notify_fitting() returns trigger language plpgsql as $$
declare
  days text[];
  changed_day text;
begin
  select array_agg(distinct branch || ' ' || day::date) into days
  from changed, generate_series((starts_at at time zone 'Europe/Tallinn')::date,
    (ends_at at time zone 'Europe/Tallinn')::date, interval '1 day') as day;
  if days is null then
    return null;
  end if;
  if cardinality(days) > 50 then
    perform pg_notify('fitting', 'all');
  else
    foreach changed_day in array days loop
      perform pg_notify('fitting', changed_day);
    end loop;
  end if;
  perform pg_notify('desk', 'fitting');
  return null;
end $$;

create trigger fitting_booked after insert on fitting_bookings referencing new table as changed
  for each statement execute function notify_fitting();
create trigger fitting_changed_from after update on fitting_bookings referencing old table as changed
  for each statement execute function notify_fitting();
create trigger fitting_changed_to after update on fitting_bookings referencing new table as changed
  for each statement execute function notify_fitting();
create trigger fitting_deleted after delete on fitting_bookings referencing old table as changed
  for each statement execute function notify_fitting();
create trigger fitting_blocked after insert on fitting_blocks referencing new table as changed
  for each statement execute function notify_fitting();
create trigger fitting_unblocked after delete on fitting_blocks referencing old table as changed
  for each statement execute function notify_fitting();

alter table letters drop constraint letters_kind_check;
alter table letters add constraint letters_kind_check check (kind in (
  'placed', 'paid', 'ready', 'cancelled', 'expired', 'refunded', 'withdrawal', 'branch-order', 'branch-over', 'branch-withdrawal',
  'branch-transfer', 'delayed', 'changed', 'not-collected', 'branch-elsewhere', 'branch-unanswered', 'branch-not-collected',
  'fitting-moved', 'fitting-freed', 'fitting-missed', 'fitting-reminder', 'fitting-earlier'));
