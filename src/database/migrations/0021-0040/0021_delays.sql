-- missing: the supplier does not send these pieces, and nobody has found others yet. They are in no count of the stock.
alter table stock_holds drop constraint stock_holds_state_check;
alter table stock_holds add constraint stock_holds_state_check
  check (state in ('held', 'sold', 'ordered', 'in_transit', 'missing', 'handed_over', 'returned', 'released'));
create index stock_holds_missing on stock_holds (order_id) where state = 'missing';

-- The day on which all tires are at the branch by what suppliers and employees say. Null: nobody said one.
alter table orders add column expected_on date;
create index orders_late on orders (id) where status = 'confirmed' and expected_on > promised_on;

-- The day of pieces that were found later than promised, until the supplier says one. Null: as promised.
alter table purchase_for add column expected_on date;

-- What a buyer was told about an order that comes later than promised, and the answer. Never changed once it has ended.
create table delays (
  id            bigint generated always as identity primary key,
  order_id      bigint not null references orders on delete cascade,
  promised_on   date not null,
  -- Null: nobody knows a day.
  expected_on   date,
  told_at       timestamptz not null,
  -- Without an answer by then, somebody phones the buyer.
  answer_due_at timestamptz not null,
  answer        text check (answer in ('wait', 'swap', 'cancel')),
  answered_at   timestamptz,
  answered_by   text,
  -- When it ended without an answer: the tires come in time after all, or the buyer was told of a worse delay.
  ended_at      timestamptz,
  check (num_nulls(answer, answered_at, answered_by) in (0, 3) and (answer is null or ended_at is null))
);
create unique index delays_one_open on delays (order_id) where answer is null and ended_at is null;
create index delays_of_order on delays (order_id, id);

alter table letters drop constraint letters_kind_check;
alter table letters add constraint letters_kind_check check (kind in (
  'placed', 'paid', 'ready', 'cancelled', 'expired', 'refunded', 'withdrawal', 'branch-order', 'branch-over', 'branch-withdrawal',
  'branch-transfer', 'delayed', 'changed', 'not-collected', 'branch-elsewhere', 'branch-unanswered'));

-- What suppliers refused although orders wait for it was only computed until now: what is outstanding goes to the oldest orders.
create temporary table refused_parts on commit drop as
select line_id, order_id, position, need - greatest(least(outstanding - before, need), 0) as missing, tire_id, place
from (
  select f.line_id, f.order_id, f.position, f.count - f.received as need, l.tire_id, 'supplier:' || p.supplier as place,
    l.ordered - l.refused - l.cancelled - l.received as outstanding,
    sum(f.count - f.received) over (partition by f.line_id order by f.order_id, f.position) - (f.count - f.received) as before
  from purchase_for f join purchase_lines l on l.id = f.line_id join purchases p on p.id = l.purchase_id
  where l.refused > 0
) parts
where need > greatest(least(outstanding - before, need), 0);

insert into stock_holds (order_id, position, tire_id, place, count, lead_days, state)
select r.order_id, r.position, r.tire_id, r.place, sum(r.missing), max(h.lead_days), 'missing'
from refused_parts r
join stock_holds h on h.order_id = r.order_id and h.position = r.position and h.place = r.place and h.state = 'ordered'
group by 1, 2, 3, 4;

delete from stock_holds h using (select order_id, position, place, sum(missing) as missing from refused_parts group by 1, 2, 3) r
where h.order_id = r.order_id and h.position = r.position and h.place = r.place and h.state = 'ordered' and h.count = r.missing;
update stock_holds h set count = h.count - r.missing
from (select order_id, position, place, sum(missing) as missing from refused_parts group by 1, 2, 3) r
where h.order_id = r.order_id and h.position = r.position and h.place = r.place and h.state = 'ordered' and h.count > r.missing;

delete from purchase_for f using refused_parts r
where f.line_id = r.line_id and f.order_id = r.order_id and f.position = r.position and f.count = r.missing;
update purchase_for f set count = f.count - r.missing from refused_parts r
where f.line_id = r.line_id and f.order_id = r.order_id and f.position = r.position;
