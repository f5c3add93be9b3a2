-- Registrations in EPREL, the EU's register of tire labels, as it last answered. Null: it does not say.
create table eprel_products (
  id           integer primary key check (id > 0),
  -- new: not answered yet. Only the values and files of a current registration are shown.
  status       text not null default 'new' check (status in ('new', 'current', 'blocked', 'deleted')),
  manufacturer text,
  model        text,
  tread_width  smallint,
  profile      smallint,
  diameter     numeric(4, 1),
  load_index   text,
  speed_index  text,
  xl           boolean,
  tire_class   text check (tire_class in ('C1', 'C2', 'C3')),
  fuel         text check (fuel in ('A', 'B', 'C', 'D', 'E')),
  wet          text check (wet in ('A', 'B', 'C', 'D', 'E')),
  noise_db     smallint,
  noise_class  text check (noise_class in ('A', 'B', 'C')),
  snow         boolean,
  ice          boolean,
  etag         text,
  tried_at     timestamptz not null,
  -- When EPREL last answered; null: it has not.
  fetched_at   timestamptz,
  withdrawn_at timestamptz,
  -- Names of files in DATA_DIR/eprel: the label, and the product information sheets in Estonian and English.
  label_file   text check (label_file ~ '^[0-9a-f]{16}\.(png|svg)$'),
  sheet_et     text check (sheet_et ~ '^[0-9a-f]{16}\.pdf$'),
  sheet_en     text check (sheet_en ~ '^[0-9a-f]{16}\.pdf$'),
  -- When the files were last fetched; null: they are to be fetched.
  files_at     timestamptz,
  check ((status in ('blocked', 'deleted')) = (withdrawn_at is not null))
);

-- Which registration a tire has. A confirmed one is used before that of the price list; a rejected one is never used.
create table eprel_matches (
  tire_id  text not null references tires on delete cascade,
  eprel_id integer not null check (eprel_id > 0),
  -- proposed: the only exact hit, with equal classes. pending: a person must compare.
  state    text not null check (state in ('proposed', 'pending', 'confirmed', 'rejected')),
  -- What EPREL says, and why it is pending, for people.
  says     text not null,
  at       timestamptz not null,
  actor    text not null,
  primary key (tire_id, eprel_id)
);
create index tires_of_registration on tires (eprel_id) where eprel_id is not null;
create index eprel_matches_of_registration on eprel_matches (eprel_id);
create unique index eprel_matches_confirmed on eprel_matches (tire_id) where state = 'confirmed';

-- When EPREL was last searched for a tire without a registration.
create table eprel_searches (
  tire_id text primary key references tires on delete cascade,
  at      timestamptz not null,
  hits    integer not null
);

-- Until when EPREL is not asked, because it refused.
create table eprel_rests (
  kind   text primary key check (kind in ('products', 'search')),
  until  timestamptz not null,
  reason text not null
);
