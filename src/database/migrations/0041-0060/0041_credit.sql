-- An order whose company pays after the hand-over: within how many days, and which company that was allowed to.
alter table orders
  add column credit_reg_code text,
  add column credit_days smallint check (credit_days > 0),
  add constraint orders_credit check ((credit_reg_code is null) = (credit_days is null));
