-- Photographs of tires. One photograph belongs to all tires of a design: manufacturer, model, season, studs, run-flat.
-- `photo`: names the files in DATA_DIR/photos. `until`: the last day of the licence. Pages may always show a photograph;
-- `in_feed`: the licence also permits product feeds and search engines, `in_preview`: previews of shared links.
create table tire_photos (
  id integer generated always as identity primary key,
  photo text not null check (photo ~ '^[0-9a-f]{16}$'),
  manufacturer_id text not null,
  model text not null,
  season text not null check (season in ('summer', 'winter', 'all_season')),
  studs text not null check (studs in ('none', 'studdable', 'studded')),
  runflat boolean not null,
  source text not null check (source in ('own', 'manufacturer', 'supplier')),
  supplier text,
  licence text not null check (licence <> ''),
  credit text,
  until date,
  in_feed boolean not null,
  in_preview boolean not null,
  added_at timestamptz not null,
  added_by text not null,
  ended_at timestamptz,
  ended_by text,
  ended_because text check (ended_because in ('licence-over', 'removed', 'replaced')),
  check ((source = 'supplier') = (supplier is not null)),
  check ((ended_at is null) = (ended_because is null) and (ended_at is null) = (ended_by is null))
);

-- A design has at most one photograph of each source.
create unique index tire_photos_current on tire_photos
  (manufacturer_id, model, season, studs, runflat, source, supplier) nulls not distinct where ended_at is null;
