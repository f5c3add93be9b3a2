-- Rules that turn costs into prices, as they were applied; never changed but for `clock`, `vat` and `undone_*`. The last one that is
-- not undone makes the prices. rules: the content of prices.config.ts; null: no rules, the prices of the lists.
create table price_rules (
  id        bigint generated always as identity primary key,
  at        timestamptz not null,
  actor     text not null,
  file      text not null,
  hash      text not null,
  rules     jsonb,
  -- Rates of VAT by their first day, as in shop.config.ts.
  vat       jsonb not null,
  -- VAT, campaigns and other dated rules of the last pricing; a job prices all tires again when they have changed.
  clock     text not null,
  priced_at timestamptz not null,
  changed   integer not null default 0,
  undone_at timestamptz,
  undone_by text,
  check ((undone_at is null) = (undone_by is null))
);

-- How the applied rules made the price of a tire. Costs are never public.
create table tire_prices (
  tire_id       text primary key,
  rules_id      bigint not null,
  -- The source that set the price: a supplier, or `own` for the shop's stock at its branches.
  set_by        text not null,
  -- Euros for one piece without VAT, with what the rules add; null: not known.
  landed_net    numeric(10, 4),
  floor_cents   integer,
  -- Without pin and campaign. base_*: the price with which the day of the last pricing began.
  regular_cents integer not null,
  base_cents    integer not null,
  base_day      date not null,
  campaign      text,
  -- The price that the guard held back.
  held_cents    integer,
  -- Pieces at the branches (0: none, 1: some, 2: four or more) and their cost; null without a rule for own stock.
  own_level     smallint,
  own_net       numeric(10, 4)
);
create index tire_prices_held on tire_prices (tire_id) where held_cents is not null;

-- Of prices that rules made.
alter table price_history add column rules_id bigint, add column set_by text;

-- A pinned price may be below the floor of the rules.
alter table price_decisions add column below_floor boolean not null default false;
