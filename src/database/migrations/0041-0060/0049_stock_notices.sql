-- Requests for one mail as soon as a sold-out tire is on sale again. The id is the secret in the links of its mails.
create table stock_notices (
  id uuid primary key default gen_random_uuid(),
  tire_id text not null references tires on delete cascade,
  email text not null,
  locale text not null check (locale in ('ee', 'ru', 'en')),
  -- Pieces that must be free.
  count integer not null check (count > 0),
  asked_at timestamptz not null,
  -- Null: only the mail that asks to confirm the address may be sent.
  confirmed_at timestamptz,
  -- When the tire was on sale again. The row is deleted with the mail about it.
  found_at timestamptz
);

create unique index stock_notices_of_tire on stock_notices (tire_id, lower(email));
create index stock_notices_of_person on stock_notices (lower(email));
