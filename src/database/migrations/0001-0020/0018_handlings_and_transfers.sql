-- Pieces that were sent for an order that then ended are still on their way when the order is reopened and asks again.
drop index transfers_one_open;
create unique index transfers_one_requested on transfers (order_id, position, from_branch) where state = 'requested';
create index transfers_sent on transfers (order_id, position, from_branch) where state = 'sent';

-- Until now hand-overs were not counted by line.
insert into handlings (order_id, position, kind, count, at, actor)
select h.order_id, h.position, 'handed_over', sum(h.count), coalesce(e.at, o.placed_at), coalesce(e.actor, 'shop')
from stock_holds h
join orders o on o.id = h.order_id
left join lateral (
  select at, actor from order_events where order_id = o.id and type = 'completed' order by id desc limit 1
) e on true
where h.state = 'handed_over' and not exists (select from handlings x where x.order_id = h.order_id)
group by h.order_id, h.position, 5, 6;
