-- Pictures that suppliers' lists offer. `url`: as the list contains it, with what the declaration adds. One row for at most three
-- addresses of a design. `result` null: not fetched yet. shown: became a photograph. spare: another one of the design is as large.
-- refused: not a usable picture. failed: could not be fetched. `photo`: the id of the received bytes.
create table supplier_pictures (
  supplier text not null,
  supplier_sku text not null,
  url text not null,
  tried_at timestamptz,
  result text check (result in ('shown', 'spare', 'refused', 'failed')),
  reason text,
  photo text check (photo ~ '^[0-9a-f]{16}$'),
  etag text,
  last_modified text,
  primary key (supplier, supplier_sku),
  check ((tried_at is null) = (result is null))
);
create index supplier_pictures_by_photo on supplier_pictures (photo);

-- Suppliers whose photographs were removed for good. Nothing is fetched from them while their declared licence is one of `licences`.
create table picture_drops (
  supplier text primary key,
  licences text[] not null,
  dropped_at timestamptz not null,
  dropped_by text not null
);

-- `side`: of the longer side in pixels, without a white border. `dhash`: bits of a small picture; similar pictures differ in few of them.
alter table tire_photos
  add column side integer check (side > 0),
  add column dhash text check (dhash ~ '^[0-9a-f]{16}$'),
  drop constraint tire_photos_ended_because_check,
  add constraint tire_photos_ended_because_check
    check (ended_because in ('licence-over', 'removed', 'replaced', 'dropped', 'placeholder'));
create index tire_photos_of_design on tire_photos (manufacturer_id, model, season, studs, runflat);

-- Designs that keep what they show. `shows` null: the drawing.
create table picture_pins (
  manufacturer_id text not null,
  model text not null,
  season text not null,
  studs text not null,
  runflat boolean not null,
  shows integer references tire_photos (id),
  pinned_at timestamptz not null,
  pinned_by text not null,
  primary key (manufacturer_id, model, season, studs, runflat)
);
