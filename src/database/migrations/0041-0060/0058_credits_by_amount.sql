-- A debit is compared with the credits of its amount, also with those for no order.
drop index bank_entries_by_amount;
create index bank_entries_by_amount on bank_entries (amount_cents) where direction = 'credit';
