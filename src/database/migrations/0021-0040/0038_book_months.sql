-- Months that the accountant has closed. What was written later belongs to the month after the last one that was closed before it. The
-- ids are the last ones of the month's closing: rows with greater ids came later.
create table book_months (
  month date primary key check (extract(day from month) = 1),
  last_document_id bigint not null,
  last_ledger_id bigint not null,
  last_bank_id bigint not null,
  closed_at timestamptz not null,
  closed_by text not null
);

-- The first day of the month to which a document, an entry of payment_ledger or of bank_entries belongs: that of its day, or a later one
-- if that was closed when it was written.
create function book_month(day date, entry text, entry_id bigint) returns date language sql stable as $$
  select coalesce(
    (select max(month) + interval '1 month' from book_months where month >= date_trunc('month', day::timestamp) and entry_id >
      case entry when 'document' then last_document_id when 'ledger' then last_ledger_id when 'bank' then last_bank_id end),
    date_trunc('month', day::timestamp))::date
$$;
