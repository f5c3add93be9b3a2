-- What people change in the stock by hand, never changed itself. An import is no such change: the next list is the truth.
create table stock_changes (
  id      bigint generated always as identity primary key,
  tire_id text not null references tires,
  place   text not null,
  before  integer not null,
  after   integer not null,
  at      timestamptz not null,
  actor   text not null,
  reason  text not null default ''
);
create index stock_changes_of_tire on stock_changes (tire_id, id);
