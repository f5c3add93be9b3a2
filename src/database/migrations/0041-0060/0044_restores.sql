-- Restores of the database, and losses that an operator declared after a failover. `until`: the last change that the database did not lose.
-- Until a person confirms a row, the shop sends no purchase by itself.
create table restores (
  at timestamptz primary key,
  until timestamptz not null,
  source text not null check (source in ('backup', 'archive', 'failover')),
  confirmed_at timestamptz,
  confirmed_by text,
  check ((confirmed_at is null) = (confirmed_by is null))
);

-- Numbers that lost documents may have. No document is issued with them.
create table skipped_documents (
  series text not null check (series in ('invoice', 'credit-note', 'receipt')),
  year smallint not null,
  first_no integer not null,
  last_no integer not null,
  skipped_on date not null,
  restored_at timestamptz not null references restores,
  primary key (series, year, first_no),
  check (first_no between 1 and last_no and last_no <= 999999)
);
