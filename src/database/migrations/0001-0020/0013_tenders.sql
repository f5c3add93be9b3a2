-- How money at the desk was received; null: elsewhere, or not told.
alter table payment_ledger add column tender text check (tender in ('cash', 'card'));
