-- Notes and delays of an order, decisions on prices, and new passkeys and stations reach the screens of the desk as well.
create or replace function notify_desk() returns trigger language plpgsql as $$
declare
  ids text;
begin
  if tg_table_name in
    ('order_events', 'handlings', 'payment_ledger', 'refunds', 'transfers', 'orders', 'order_notes', 'delays') then
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

create trigger desk_notes after insert on order_notes referencing new table as changed
  for each statement execute function notify_desk();
create trigger desk_delays_new after insert on delays referencing new table as changed
  for each statement execute function notify_desk();
create trigger desk_delays after update on delays referencing new table as changed
  for each statement execute function notify_desk();
create trigger desk_price_decisions after insert on price_decisions
  for each statement execute function notify_desk('stock');
create trigger desk_passkeys after insert or delete on staff_passkeys
  for each statement execute function notify_desk('people');
create trigger desk_stations_changed after insert on desk_stations
  for each statement execute function notify_desk('people');
