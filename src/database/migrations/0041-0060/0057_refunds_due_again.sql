-- Refunds before a change of the total that count as unpaid after it: of money beyond the total, or of a part payment.
alter table orders add column due_again_cents integer not null default 0 check (due_again_cents >= 0);
