-- A mail that a transfer paid less than is due.
alter table letters drop constraint letters_kind_check;
alter table letters add constraint letters_kind_check check (kind in (
  'placed', 'paid', 'ready', 'cancelled', 'expired', 'refunded', 'withdrawal', 'branch-order', 'branch-over', 'branch-withdrawal',
  'branch-transfer', 'delayed', 'changed', 'not-collected', 'branch-elsewhere', 'branch-unanswered', 'branch-not-collected',
  'fitting-moved', 'fitting-freed', 'fitting-missed', 'fitting-reminder', 'fitting-earlier', 'documents', 'part-paid'));

-- What payment providers keep of the money that they hold, as in their invoices. Negative: given back. A wrong one is taken back by a second.
create table provider_fees (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('montonio', 'stripe')),
  day date not null,
  amount_cents integer not null check (amount_cents <> 0),
  -- The number of the provider's invoice.
  reference text not null check (length(reference) between 1 and 100),
  entered_at timestamptz not null,
  entered_by text not null,
  unique (provider, reference, day, amount_cents)
);
