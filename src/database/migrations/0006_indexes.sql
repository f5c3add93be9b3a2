-- What is asked of every payment, and of every buyer, must not read a whole table.
create index payment_ledger_of_payment on payment_ledger (payment_id);
create index refunds_of_payment on refunds (payment_id);
create index orders_by_email on orders (lower(email), placed_at);
