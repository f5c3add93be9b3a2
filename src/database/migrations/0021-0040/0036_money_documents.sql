-- The last number of each series of documents and year, and the day of that document. The row is locked last in a transaction, so that
-- a rolled-back transaction gives its number back (a sequence would not).
create table document_series (
  series text not null check (series in ('invoice', 'credit-note', 'receipt')),
  year smallint not null,
  last_no integer not null check (last_no between 1 and 999999),
  last_on date not null,
  primary key (series, year)
);

-- Documents as they were issued. Amounts are cents; those of a credit note are positive. `seller`, `buyer` and `payments` are copies.
create table money_documents (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'credit-note', 'receipt')),
  year smallint not null,
  no integer not null,
  number text not null unique check (number ~ '^\d{9}$'),
  issued_on date not null,
  supplied_on date not null,
  due_on date,
  order_id bigint not null references orders,
  order_number text not null,
  reference text not null,
  locale text not null,
  branch jsonb not null,
  seller jsonb not null,
  buyer jsonb not null,
  credits_id bigint references money_documents,
  reason text,
  net_cents integer not null,
  vat_cents integer not null,
  gross_cents integer not null,
  payments jsonb not null,
  ledger_id bigint unique references payment_ledger,
  issued_at timestamptz not null,
  unique (kind, year, no),
  check ((kind = 'credit-note') = (credits_id is not null)),
  check ((kind = 'credit-note') = (reason is not null)),
  check ((kind = 'receipt') = (ledger_id is not null)),
  check (gross_cents = net_cents + vat_cents)
);
create index money_documents_of_order on money_documents (order_id);
create index money_documents_by_day on money_documents (issued_on);
create index money_documents_credits on money_documents (credits_id) where credits_id is not null;

create table money_document_lines (
  document_id bigint not null references money_documents,
  position smallint not null,
  kind text not null check (kind in ('tires', 'prepayment', 'deduction')),
  -- Of a credit note: the line that it credits.
  credits_position smallint,
  tire_id text,
  name text not null,
  count smallint not null,
  price_cents integer not null,
  vat_percent numeric(5, 2) not null,
  net_cents integer not null,
  vat_cents integer not null,
  gross_cents integer not null,
  primary key (document_id, position),
  check (gross_cents = net_cents + vat_cents)
);

-- What was issued never changes. Only the buyer's name is erased, with that of the order, after the years for which the law keeps it
-- (RPS § 12).
create function keep_money_documents() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'money_documents' then
    if to_jsonb(new) - 'buyer' = to_jsonb(old) - 'buyer' and new.buyer->>'name' = ''
      and exists (select from orders where id = old.order_id and name_erased_at is not null) then
      return new;
    end if;
  end if;
  raise exception 'a document that was issued cannot be changed' using errcode = 'restrict_violation';
end $$;
create trigger money_documents_stay before update or delete on money_documents
  for each row execute function keep_money_documents();
create trigger money_document_lines_stay before update or delete on money_document_lines
  for each row execute function keep_money_documents();

-- Credit notes never exceed the line that they credit.
create function check_credited_line() returns trigger language plpgsql as $$
declare
  credited record;
  line record;
begin
  if new.credits_position is null then return new; end if;
  select l.* into strict line from money_documents d
  join money_document_lines l on l.document_id = d.credits_id and l.position = new.credits_position where d.id = new.document_id;
  select coalesce(sum(c.count), 0) as count, coalesce(sum(c.gross_cents), 0) as gross, coalesce(sum(c.net_cents), 0) as net into credited
  from money_documents d join money_document_lines c on c.document_id = d.id
  where d.credits_id = line.document_id and c.credits_position = line.position;
  if credited.count + new.count > line.count or credited.gross + new.gross_cents > line.gross_cents
    or credited.net + new.net_cents > line.net_cents then
    raise exception 'credit notes exceed line % of document %', line.position, line.document_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger credits_stay_within_line before insert on money_document_lines
  for each row execute function check_credited_line();

-- Orders that were placed before get documents only when `documents backfill` says so.
alter table orders add column issues_documents boolean not null default false;
alter table orders alter column issues_documents set default true;
