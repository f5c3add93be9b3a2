-- faulty: exchanged under warranty; the replacement is a hand-over of the same time. place: the branch that took the tires back.
alter table handlings drop constraint handlings_condition_check;
alter table handlings
  add column place text,
  add constraint handlings_condition_check check (condition in ('new', 'mounted', 'damaged', 'wrong', 'faulty')),
  add constraint handlings_taken_back check (
    case when kind = 'taken_back' then condition is not null and place is not null else condition is null and place is null end);

-- Which count of the stock row `before` and `after` are. The changes of `apart` add up to it.
alter table stock_changes
  add column stock_count text not null default 'on_hand' check (stock_count in ('on_hand', 'apart'));
create index stock_changes_apart on stock_changes (tire_id, place, id) where stock_count = 'apart';

insert into stock_changes (tire_id, place, before, after, at, actor, reason, counted, stock_count)
select tire_id, place, 0, apart, now(), 'shop', 'stood apart before its changes were kept', false, 'apart'
from stock where apart > 0;

alter table letters drop constraint letters_kind_check;
alter table letters add constraint letters_kind_check check (kind in (
  'placed', 'paid', 'ready', 'cancelled', 'expired', 'refunded', 'withdrawal', 'branch-order', 'branch-over', 'branch-withdrawal',
  'branch-transfer', 'delayed', 'changed', 'not-collected', 'branch-elsewhere', 'branch-unanswered', 'branch-not-collected'));
