-- Pieces of an order line at one place in one state; a partial hand-over splits them into two rows.
--   held: promised, not paid. sold: paid, at a branch. ordered: in a purchase from the supplier, paid or not.
--   in_transit: sent from this branch to the order's. handed_over: with the buyer. returned: came back. released: the order ended.
alter table stock_holds drop constraint stock_holds_pkey;
alter table stock_holds drop constraint stock_holds_state_check;
alter table stock_holds add primary key (order_id, position, place, state);
alter table stock_holds add constraint stock_holds_state_check
  check (state in ('held', 'sold', 'ordered', 'in_transit', 'handed_over', 'returned', 'released'));

-- owed: pieces of purchases that the supplier's list does not know yet. apart: stand at a branch, and are not for sale.
alter table stock
  add column owed integer not null default 0 check (owed >= 0),
  add column apart integer not null default 0 check (apart >= 0);

-- Orders to suppliers: one open draft for each supplier and branch of delivery.
create table purchases (
  id         bigint generated always as identity primary key,
  number     text not null unique,
  supplier   text not null,
  branch     text not null,
  -- sending: committed before a byte leaves, so that a crash never sends twice. unclear: nobody knows whether it arrived.
  state      text not null check (state in ('draft', 'sending', 'sent', 'unclear', 'closed')),
  -- Counts the attempts that the supplier surely did not get; part of the reference `P26-00017-2`.
  revision   smallint not null default 1 check (revision > 0),
  created_at timestamptz not null,
  sent_at    timestamptz,
  closed_at  timestamptz
);
create unique index purchases_one_draft on purchases (supplier, branch) where state = 'draft';
-- Owned, so that backups contain it.
create sequence purchase_numbers owned by purchases.number;

-- The quantities are the truth, the state of a line is derived from them.
create table purchase_lines (
  id           bigint generated always as identity primary key,
  purchase_id  bigint not null references purchases,
  tire_id      text not null references tires,
  supplier_sku text not null,
  ean          text,
  -- Euros for one piece without VAT, when the purchase was sent; null: not known.
  cost_net     numeric(10, 4),
  ordered      integer not null check (ordered > 0),
  confirmed    integer not null default 0 check (confirmed >= 0),
  backordered  integer not null default 0 check (backordered >= 0),
  refused      integer not null default 0 check (refused >= 0),
  cancelled    integer not null default 0 check (cancelled >= 0),
  open         integer not null generated always as (ordered - confirmed - backordered - refused - cancelled) stored
               check (open >= 0),
  received     integer not null default 0 check (received >= 0),
  wrong        integer not null default 0 check (wrong >= 0),
  damaged      integer not null default 0 check (damaged >= 0),
  -- Pieces that are deducted from the supplier's listed count: stock.owed is their sum.
  owed         integer not null default 0 check (owed between 0 and ordered),
  confirmed_at timestamptz,
  -- The day on which the supplier says that the tires are at the branch.
  expected_on  date,
  check (received <= ordered - refused - cancelled),
  unique (purchase_id, tire_id)
);
create index purchase_lines_owed on purchase_lines (tire_id) where owed > 0;

-- Whose tires they are. Pieces of a line that are for no order become stock of the branch.
create table purchase_for (
  line_id  bigint not null references purchase_lines,
  order_id bigint not null,
  position smallint not null,
  count    integer not null check (count > 0),
  received integer not null default 0 check (received between 0 and count),
  primary key (line_id, order_id, position),
  foreign key (order_id, position) references order_lines on delete cascade
);
create index purchase_for_order on purchase_for (order_id);

-- What happened to a purchase, never changed.
create table purchase_events (
  id          bigint generated always as identity primary key,
  purchase_id bigint not null references purchases,
  at          timestamptz not null,
  actor       text not null,
  type        text not null,
  data        jsonb not null default '{}'
);
create index purchase_events_of_purchase on purchase_events (purchase_id, id);

-- Pieces of an order line that another branch sends to the order's branch.
create table transfers (
  id           bigint generated always as identity primary key,
  order_id     bigint not null,
  position     smallint not null,
  tire_id      text not null references tires,
  from_branch  text not null,
  to_branch    text not null check (to_branch <> from_branch),
  count        integer not null check (count > 0),
  state        text not null check (state in ('requested', 'sent', 'arrived', 'cancelled')),
  requested_at timestamptz not null,
  sent_at      timestamptz,
  sent_by      text,
  arrived_at   timestamptz,
  arrived_by   text,
  foreign key (order_id, position) references order_lines on delete cascade
);
create unique index transfers_one_open on transfers (order_id, position, from_branch) where state in ('requested', 'sent');
create index transfers_open on transfers (from_branch, to_branch) where state in ('requested', 'sent');

-- What employees counted of an order line, never changed: a mistake is a row with a negative count.
create table handlings (
  id        bigint generated always as identity primary key,
  order_id  bigint not null,
  position  smallint not null,
  kind      text not null check (kind in ('arrived', 'put_aside', 'handed_over', 'taken_back')),
  count     smallint not null check (count <> 0),
  shelf     text,
  condition text check (condition in ('new', 'mounted', 'damaged', 'wrong')),
  at        timestamptz not null,
  actor     text not null,
  foreign key (order_id, position) references order_lines on delete cascade
);
create index handlings_of_order on handlings (order_id, id);

alter table orders add column channel text not null default 'web' check (channel in ('web', 'phone', 'counter'));

alter table letters drop constraint letters_kind_check;
alter table letters add constraint letters_kind_check check (kind in (
  'placed', 'paid', 'ready', 'cancelled', 'expired', 'refunded', 'withdrawal',
  'branch-order', 'branch-over', 'branch-withdrawal', 'branch-transfer', 'delayed', 'changed', 'not-collected'));

-- Until now suppliers were told by hand. What confirmed orders need from them becomes a sent purchase for each supplier and
-- branch, and is deducted as owed. Free counts stay as they are.
create temporary table ordered_by_hand on commit drop as
select h.order_id, h.position, h.tire_id, h.place, h.count, h.state, o.branch, o.placed_at, substr(h.place, 10) as supplier
from stock_holds h join orders o on o.id = h.order_id
where h.place like 'supplier:%' and o.status in ('confirmed', 'ready') and h.state in ('held', 'sold');

insert into purchases (number, supplier, branch, state, created_at, sent_at)
select 'P' || to_char(placed_at at time zone 'Europe/Tallinn', 'YY') || '-' || lpad(nextval('purchase_numbers')::text, 5, '0'),
  supplier, branch, 'sent', placed_at, placed_at
from (select supplier, branch, max(placed_at) as placed_at from ordered_by_hand group by 1, 2 order by 1, 2) by_hand;

insert into purchase_lines (purchase_id, tire_id, supplier_sku, ean, ordered, owed)
select p.id, b.tire_id, coalesce(s.supplier_sku, b.tire_id), s.ean, b.count, b.count
from (select supplier, branch, tire_id, sum(count) as count from ordered_by_hand group by 1, 2, 3) b
join purchases p using (supplier, branch)
left join tire_sources s on s.tire_id = b.tire_id and s.supplier = b.supplier;

insert into purchase_for (line_id, order_id, position, count)
select l.id, b.order_id, b.position, sum(b.count) from ordered_by_hand b
join purchases p using (supplier, branch) join purchase_lines l on l.purchase_id = p.id and l.tire_id = b.tire_id
group by 1, 2, 3;

insert into purchase_events (purchase_id, at, actor, type)
select id, created_at, 'shop', 'ordered-by-hand' from purchases;

update stock s set held = s.held - b.held, sold = s.sold - b.sold, owed = b.held + b.sold
from (
  select tire_id, place, coalesce(sum(count) filter (where state = 'held'), 0) as held,
    coalesce(sum(count) filter (where state = 'sold'), 0) as sold
  from ordered_by_hand group by 1, 2
) b
where b.tire_id = s.tire_id and b.place = s.place;

update stock_holds h set state = 'ordered' from ordered_by_hand b
where b.order_id = h.order_id and b.position = h.position and b.place = h.place and b.state = h.state;

insert into transfers (order_id, position, tire_id, from_branch, to_branch, count, state, requested_at)
select h.order_id, h.position, h.tire_id, h.place, o.branch, h.count, 'requested', o.placed_at
from stock_holds h join orders o on o.id = h.order_id
where o.status in ('confirmed', 'ready') and h.state in ('held', 'sold') and h.place not like 'supplier:%' and h.place <> o.branch;

alter table stock add constraint stock_of_suppliers_and_branches
  check (case when place like 'supplier:%' then sold = 0 and apart = 0 else owed = 0 end);
