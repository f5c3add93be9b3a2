-- A change of an order may leave nothing of a line. The line stays, because holds, handlings and purchases refer to it.
alter table order_lines drop constraint order_lines_count_check;
alter table order_lines add constraint order_lines_count_check check (count >= 0);

-- changed: the difference to a lower total after a change of the order.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('withdrawal', 'cancelled', 'late-payment', 'overpaid', 'goodwill', 'changed', 'provider'));

-- Refunds before a change of the total that are not due again, such as a goodwill refund after full payment.
alter table orders add column not_due_cents integer not null default 0 check (not_due_cents >= 0);
