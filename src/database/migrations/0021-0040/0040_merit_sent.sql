-- What was sent to the accounting program (`books push`). A row is written before the call and changed after it: `unclear` means that nobody
-- knows yet whether Merit took it. What Merit refused has no row.
create table merit_sent (
  kind text not null check (kind in ('document', 'payment')),
  -- The number of the document, or the id of the movement of money (`ledger-17`, `bank-4`).
  key text not null,
  -- The number of the document, or of the one that the payment pays.
  document text not null,
  cents bigint not null check (cents >= 0),
  state text not null check (state in ('sent', 'unclear')),
  -- Merit's id of the document.
  merit_id text,
  -- When it was last sent, or found there.
  sent_at timestamptz not null,
  -- Why it is unclear.
  detail text,
  primary key (kind, key)
);

create index merit_sent_document on merit_sent (document) where kind = 'payment';
