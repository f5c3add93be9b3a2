-- The title of the campaign that applies, in the languages of the shop: {"ee": …, "en": …, "ru": …}; null: no campaign.
alter table tires add column campaign jsonb;

-- Campaigns of rules that were applied without titles are called by their ids.
update price_rules set rules = jsonb_set(rules, '{campaigns}', (
  select jsonb_agg(jsonb_build_object('title', jsonb_build_object('ee', c->>'id', 'en', c->>'id', 'ru', c->>'id')) || c)
  from jsonb_array_elements(rules->'campaigns') c))
where jsonb_typeof(rules->'campaigns') = 'array' and rules->'campaigns' <> '[]';

-- The recommended retail price in a supplier's list, with VAT; null: not known. Only price rules use it.
alter table tire_sources add column recommended_cents integer check (recommended_cents > 0);
alter table import_sources add column recommended_cents integer;

-- What competitors ask for a tire, with VAT, from files of the owner; the newest price of each source. Never public.
create table competitor_prices (
  ean         text not null,
  source      text not null,
  price_cents integer not null check (price_cents > 0),
  -- The day on which the price was seen.
  day         date not null,
  at          timestamptz not null,
  actor       text not null,
  primary key (ean, source)
);
create index competitor_prices_of_day on competitor_prices (day);
