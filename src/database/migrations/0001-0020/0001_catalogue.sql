create table manufacturers (
  id    text primary key,
  label text not null
);

create table tires (
  id              text primary key,
  supplier        text not null,
  supplier_sku    text not null,
  ean             text,
  manufacturer_id text not null references manufacturers,
  model           text not null,
  season          text not null check (season in ('summer', 'winter', 'all_season')),
  studs           text not null check (studs in ('none', 'studdable', 'studded')),
  runflat         boolean not null,
  vehicle         text not null check (vehicle in ('car', 'van', 'truck')),
  competition     boolean not null,
  tread_width     smallint not null,
  -- 0: a size without a profile (195 R14C), called "full"
  profile         smallint not null,
  -- half inches exist: 22.5
  diameter        numeric(4, 1) not null,
  construction    text not null,
  load_index      text not null,
  speed_index     text not null,
  marks           text[] not null,
  fuel            text check (fuel between 'A' and 'E'),
  wet             text check (wet between 'A' and 'E'),
  noise_db        smallint,
  noise_class     text check (noise_class between 'A' and 'C'),
  snow            boolean not null,
  ice             boolean not null,
  eprel_id        integer,
  dot_year        smallint,
  weight_grams    integer,
  price_cents     integer not null check (price_cents > 0),
  -- Off sale: no longer on its supplier's list. The row stays, because orders and price history point to it.
  on_sale         boolean not null default true,
  changed_at      timestamptz not null default now(),
  unique (supplier, supplier_sku)
);

create index tires_manufacturer on tires (manufacturer_id);

-- place: a branch id, or 'supplier'. held: promised to orders that may still be paid.
-- An import may lower on_hand below held (the list is a day old); what is free is then 0, never negative.
create table stock (
  tire_id   text not null references tires,
  place     text not null,
  on_hand   integer not null check (on_hand >= 0),
  held      integer not null default 0 check (held >= 0),
  lead_days smallint not null default 0 check (lead_days >= 0),
  primary key (tire_id, place)
);

create table price_history (
  tire_id     text not null references tires,
  price_cents integer not null check (price_cents > 0),
  since       timestamptz not null,
  primary key (tire_id, since)
);
