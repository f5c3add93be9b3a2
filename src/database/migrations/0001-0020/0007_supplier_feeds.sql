-- What became of the last tries to fetch each declared supplier's list, and the validators of the list that landed last.
create table supplier_feeds (
  supplier      text primary key,
  tried_at      timestamptz not null,
  -- landed, unchanged (the supplier says so), refused (the list), failed (to come)
  result        text not null check (result in ('landed', 'unchanged', 'refused', 'failed')),
  -- Why it was refused or failed; without the key.
  words         text not null default '',
  landed_at     timestamptz,
  -- Of the list that landed last.
  counts        jsonb,
  etag          text,
  last_modified text,
  -- A hash of the declaration and the VAT that the list was read by: validators hold for the same reading only.
  read_as       text
);
