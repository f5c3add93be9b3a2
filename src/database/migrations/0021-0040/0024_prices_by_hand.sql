-- Decisions of a person about the price of a tire. Rows are never changed; the last one of each pair applies, also to imports.
-- pinned: `price_cents` is the price, until unpinned. off_sale: not for sale, until on_sale.
create table price_decisions (
  id          bigint generated always as identity primary key,
  tire_id     text not null references tires,
  kind        text not null check (kind in ('pinned', 'unpinned', 'off_sale', 'on_sale')),
  price_cents integer check (price_cents > 0),
  at          timestamptz not null,
  actor       text not null,
  reason      text not null check (reason <> ''),
  check ((kind = 'pinned') = (price_cents is not null))
);
create index price_decisions_of_tire on price_decisions (tire_id, id);

-- Files of price lists that were previewed, for a day: the import applies these bytes.
create table price_list_uploads (
  id                bigint generated always as identity primary key,
  sha256            text not null,
  name              text not null,
  bytes             bytea not null,
  uploaded_at       timestamptz not null,
  uploaded_by       text not null,
  -- What the preview was compared with: src/shop/catalog/import/preview/catalogue-version.server.ts.
  catalogue_version text not null
);
