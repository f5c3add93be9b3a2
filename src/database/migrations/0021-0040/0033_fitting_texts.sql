-- Text messages about appointments, one of each kind and event. The text and the number are read when it is sent.
create table fitting_texts (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references fitting_bookings on delete cascade,
  kind text not null check (kind in ('moved', 'freed', 'reminder')),
  about text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  dropped_at timestamptz,
  unique (booking_id, kind, about)
);

-- Times that became free, until buyers who wait for an earlier time are told. A trigger writes them, because bookings end in many ways.
create table freed_times (
  id bigint generated always as identity primary key,
  branch text not null,
  starts_at timestamptz not null
);

create function note_freed_times() returns trigger language plpgsql as $$
begin
  insert into freed_times (branch, starts_at)
  select distinct before.branch, before.starts_at from before join after using (id)
  where before.state = 'booked'
    and (after.state = 'freed' or (after.branch, after.bay, after.starts_at) <> (before.branch, before.bay, before.starts_at));
  return null;
end $$;

create trigger fitting_freed after update on fitting_bookings referencing old table as before new table as after
  for each statement execute function note_freed_times();
