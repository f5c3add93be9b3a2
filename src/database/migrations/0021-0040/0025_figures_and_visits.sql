-- What the owner reads: docs/figures.md says what a sale, a return and a cost are.
create index handlings_of_sales on handlings (at) include (order_id, position, kind, count, condition)
  where kind in ('handed_over', 'taken_back');
create index payment_ledger_refunded on payment_ledger (order_id) where kind = 'refunded';
create index purchase_lines_costs on purchase_lines (tire_id) include (received, cost_net) where received > 0 and cost_net is not null;

-- Pieces that were handed over (positive) and that came back or whose hand-over was undone (negative). A warranty swap is one
-- row of each. Cents by the prices of the order.
create view sale_pieces as
select h.at, (h.at at time zone 'Europe/Tallinn')::date as day, o.branch, h.order_id, l.tire_id,
  split_part(l.size, ' ', 1) || ' ' || split_part(l.size, ' ', 2) as size,
  h.kind = 'taken_back' and h.condition <> 'faulty' as is_return,
  moved.pieces, moved.pieces * l.price_cents as gross_cents,
  -- A half of a cent is impossible with these rates, so that float8, which is faster than numeric, rounds as vatIn() does.
  round(moved.pieces * l.price_cents / (1 + o.vat_percent / 100.0::float8))::integer as net_cents
from handlings h
join order_lines l on l.order_id = h.order_id and l.position = h.position
join orders o on o.id = h.order_id
cross join lateral (select case h.kind when 'handed_over' then h.count else -h.count end as pieces) moved
where h.kind in ('handed_over', 'taken_back');

-- Refunds of tires that the buyer keeps: what was refunded of an order, at most the difference between the value of the tires
-- that its buyer has and the money that the shop has. Each row is a change of that amount.
create view sale_refunds as
with refunded as (
  select distinct order_id from payment_ledger where kind = 'refunded'
), moved as (
  select h.order_id, h.at, case h.kind when 'handed_over' then h.count else -h.count end * l.price_cents as with_buyer,
    0 as paid, 0 as refunded
  from refunded
  join handlings h using (order_id)
  join order_lines l on l.order_id = h.order_id and l.position = h.position
  where h.kind in ('handed_over', 'taken_back')
  union all
  select p.order_id, p.at, 0, case p.kind when 'paid' then p.amount_cents else 0 end,
    case p.kind when 'refunded' then p.amount_cents else 0 end
  from refunded join payment_ledger p using (order_id)
), so_far as (
  select order_id, at, sum(sum(with_buyer)) over past as with_buyer, sum(sum(paid)) over past as paid,
    sum(sum(refunded)) over past as refunded
  from moved group by order_id, at window past as (partition by order_id order by at)
), kept as (
  select order_id, at, least(refunded, greatest(0, with_buyer - (paid - refunded))) as cents from so_far
), changed as (
  select order_id, at, (cents - lag(cents, 1, 0) over (partition by order_id order by at))::integer as gross_cents from kept
)
select c.at, (c.at at time zone 'Europe/Tallinn')::date as day, o.branch, c.order_id, c.gross_cents,
  round(c.gross_cents / (1 + o.vat_percent / 100.0::float8))::integer as net_cents
from changed c join orders o on o.id = c.order_id
where c.gross_cents <> 0;

create view sales as
select at, day, branch, tire_id, size, case when is_return then 0 else pieces end as sold,
  case when is_return then -pieces else 0 end as returned, case when is_return then 0 else gross_cents end as sold_cents,
  case when is_return then -gross_cents else 0 end as returned_cents, 0 as refunded_cents, net_cents
from sale_pieces
union all
select at, day, branch, null, null, 0, 0, 0, 0, gross_cents, -net_cents from sale_refunds;

-- The sales of days that are over, refreshed each night: three years of the plain view take 130 ms instead of 50 ms at 50,000
-- orders (npm run bench -- figures). Days after its latest are read from `sales`, so that figures are never out of date.
create materialized view closed_sales as
select day, branch, tire_id, size, sum(sold)::integer as sold, sum(returned)::integer as returned,
  sum(sold_cents)::integer as sold_cents, sum(returned_cents)::integer as returned_cents,
  sum(refunded_cents)::integer as refunded_cents, sum(net_cents)::integer as net_cents
from sales where at < date_trunc('day', now(), 'Europe/Tallinn')
group by day, branch, tire_id, size;
create index closed_sales_by_day on closed_sales (day);

-- The cost of one piece without VAT. basis: the average of what purchases brought; or, if none has a known cost, the lowest
-- of the price lists; null: not known.
create view tire_costs as
select t.id as tire_id, round(100 * coalesce(bought.cost_net, listed.cost_net))::integer as cost_cents,
  case when bought.cost_net is not null then 'purchases' when listed.cost_net is not null then 'list' end as basis
from tires t
left join lateral (
  select sum(received * cost_net) / sum(received) as cost_net from purchase_lines
  where tire_id = t.id and received > 0 and cost_net is not null
) bought on true
left join lateral (select min(cost_net) as cost_net from tire_sources where tire_id = t.id and listed) listed on true;

-- Views of pages by day in Tallinn. page: its name in the sitemap. referrer: the host of the site that linked to it; empty:
-- the shop itself, or none. No data of persons.
create table page_views (
  day      date not null,
  page     text not null,
  referrer text not null check (length(referrer) <= 100),
  views    integer not null check (views > 0),
  primary key (day, page, referrer)
);
