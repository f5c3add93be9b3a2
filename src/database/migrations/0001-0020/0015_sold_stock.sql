-- `on_hand` is what stands at a branch, or what a supplier's last list says. Of it, `held` is promised and unpaid, and
-- `sold` is paid and not yet handed over (at a supplier: owed, because its list does not know the sale).
alter table stock add column sold integer not null default 0 check (sold >= 0);

alter table stock_holds drop constraint stock_holds_state_check;
alter table stock_holds add constraint stock_holds_state_check
  check (state in ('held', 'sold', 'handed_over', 'released'));

update stock_holds set state = 'handed_over' from orders
where orders.id = stock_holds.order_id and orders.status = 'completed' and state = 'sold';

-- Until now a sale lowered on_hand at once. The free counts stay as they are.
update stock set sold = sold_holds.count, on_hand = on_hand + sold_holds.count
from (select tire_id, place, sum(count) as count from stock_holds where state = 'sold' group by tire_id, place) sold_holds
where sold_holds.tire_id = stock.tire_id and sold_holds.place = stock.place;

create index stock_holds_sold on stock_holds (tire_id, place) where state = 'sold';
