-- What each supplier's list says of a tire, as it last said it. `tires` is what the shop sells: worked out from the
-- listed sources of a tire whenever an import, or taking one back, has changed them.
create table tire_sources (
  supplier        text not null,
  supplier_sku    text not null,
  tire_id         text not null,
  ean             text,
  manufacturer_id text not null,
  model           text not null,
  season          text not null,
  studs           text not null,
  runflat         boolean not null,
  vehicle         text not null,
  competition     boolean not null,
  tread_width     smallint not null,
  profile         smallint not null,
  diameter        numeric(4, 1) not null,
  construction    text not null,
  load_index      text not null,
  speed_index     text not null,
  marks           text[] not null,
  fuel            text,
  wet             text,
  noise_db        smallint,
  noise_class     text,
  snow            boolean not null,
  ice             boolean not null,
  eprel_id        integer,
  dot_year        smallint,
  weight_grams    integer,
  price_cents     integer not null,
  -- the description that tires of several suppliers are matched by; null: from before there was one
  alike           text,
  -- pieces as listed, never changed by a sale: at the supplier, and at all branches together
  on_hand         integer not null,
  at_branches     integer not null,
  lead_days       smallint not null,
  listed          boolean not null,
  -- the import that brought it; null: from before imports were written down
  added_by        bigint,
  primary key (supplier, supplier_sku)
);
create unique index tire_sources_of_tire on tire_sources (tire_id, supplier);

insert into tire_sources
select supplier, supplier_sku, id, ean, manufacturer_id, model, season, studs, runflat, vehicle, competition,
  tread_width, profile, diameter, construction, load_index, speed_index, marks, fuel, wet, noise_db, noise_class, snow,
  ice, eprel_id, dot_year, weight_grams, price_cents,
  -- as import/alike.ts writes it; where a model has other letters or a tire other marks, its next list says it
  case when model ~ '^[ -~]*$' and marks <@ array['XL', 'C', 'RF', 'FR', 'M+S', '3PMSF'] then concat_ws('|',
    manufacturer_id, regexp_replace(lower(model), '[^a-z0-9+]', '', 'g'),
    tread_width || '/' || profile || case when construction in ('ZR', 'RF') then 'R' else construction end
      || diameter::float8 || case when 'C' = any (marks) then 'C' else '' end,
    load_index || translate(speed_index, '()', ''), season, studs, case when runflat then 'RF' else '' end,
    case when 'XL' = any (marks) then 'XL' else '' end, '') end,
  coalesce((select on_hand from stock where tire_id = tires.id and place = 'supplier'), 0),
  coalesce((select sum(on_hand) from stock where tire_id = tires.id and place <> 'supplier'), 0),
  coalesce((select lead_days from stock where tire_id = tires.id and place = 'supplier'), 0),
  on_sale, null
from tires;

-- supplier and supplier_sku are from here on those of the leading source, whose description the shop shows.
alter table tires drop constraint tires_supplier_supplier_sku_key;
drop index tires_manufacturer;

-- Each supplier is a place of its own: `supplier:latakko`.
alter table stock_holds drop constraint stock_holds_tire_id_place_fkey;
update stock set place = 'supplier:' || tires.supplier
from tires where tires.id = stock.tire_id and stock.place = 'supplier';
update stock_holds set place = 'supplier:' || tires.supplier
from tires where tires.id = stock_holds.tire_id and stock_holds.place = 'supplier';
update stock_changes set place = 'supplier:' || tires.supplier
from tires where tires.id = stock_changes.tire_id and stock_changes.place = 'supplier';
alter table stock_holds add foreign key (tire_id, place) references stock;
-- counted: somebody counted; otherwise so many were added or taken.
alter table stock_changes add column counted boolean not null default true;

-- null: not for sale from then on.
alter table price_history alter column price_cents drop not null;
insert into price_history (tire_id, price_cents, since)
select id, null, changed_at from tires
where not on_sale and exists (select from price_history where tire_id = tires.id)
on conflict do nothing;

-- The lowest price of the 30 days before the current one began (Directive 98/6/EC, art. 6a), written with it: the history
-- grows for ever, and pages need this number of every tire.
alter table tires add column lowest_before_cents integer;
update tires set lowest_before_cents = (
  select min(earlier.price_cents)
  from (
    select price_cents, since, lead(since) over (order by since) as until
    from price_history where price_history.tire_id = tires.id
  ) earlier
  join (select max(since) as since from price_history where price_history.tire_id = tires.id) latest
    on earlier.until <= latest.since and earlier.until > latest.since - interval '30 days'
);

-- Tires are never deleted, and only imports write these tables, many rows at a time: checking each row by itself took
-- half of an import. The import checks them all at once.
alter table tires alter constraint tires_manufacturer_id_fkey not enforced;
alter table stock alter constraint stock_tire_id_fkey not enforced;
alter table price_history alter constraint price_history_tire_id_fkey not enforced;
alter table tire_sources add foreign key (tire_id) references tires not enforced;

-- Imports that changed anything, the latest of them with what is needed to take them back.
create table imports (
  id            bigint generated always as identity primary key,
  at            timestamptz not null,
  -- the name of the file, or where else the list came from
  file          text not null,
  actor         text not null,
  suppliers     text[] not null,
  counts        jsonb not null,
  -- the catalogue was the demonstration before
  demonstration boolean not null,
  -- false: too long ago, what was before is no longer kept
  recorded      boolean not null default true,
  undone_at     timestamptz,
  undone_by     text
);

-- Sources as they were before an import changed them; those that it brought are known by added_by.
create table import_sources (
  import_id    bigint not null references imports on delete cascade,
  before       json not null
);
create index import_sources_of_import on import_sources (import_id);

-- Stock of tires that the shop knew, before and after an import.
create table import_stock (
  import_id        bigint not null references imports on delete cascade,
  tire_id          text not null,
  place            text not null,
  before           integer not null,
  after            integer not null,
  lead_days_before smallint not null
);
create index import_stock_of_import on import_stock (import_id);
