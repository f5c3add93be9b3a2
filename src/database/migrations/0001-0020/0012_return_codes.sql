-- SHA-256 of the code in the URL to which the provider sends the buyer back; null: none, or used. It opens the order
-- once, until `return_code_until`.
alter table payments
  add column return_code_hash  bytea,
  add column return_code_until timestamptz;
