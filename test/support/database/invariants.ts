import type { Database } from '../../../src/database/connect.server.ts';
import { documentInvariants } from './document-invariants.ts';
import { fittingHours, fittingInvariants } from './fitting-invariants.ts';

/** The amounts of each payment in the ledger and in refunds. All SQL of this file is independent of the shop's code. */
const money = `
  select p.id, p.order_id, p.provider, p.state, coalesce(l.paid, 0) as paid, coalesce(l.refunded, 0) as refunded,
    coalesce(r.requested, 0) as requested, coalesce(r.succeeded, 0) as succeeded, r.payment_id is not null as had_refund
  from payments p
  left join (select payment_id, sum(amount_cents) filter (where kind = 'paid') as paid,
    sum(amount_cents) filter (where kind = 'refunded') as refunded
    from payment_ledger group by payment_id) l on l.payment_id = p.id
  left join (select payment_id, sum(amount_cents) filter (where state <> 'failed') as requested,
  sum(amount_cents) filter (where state = 'succeeded') as succeeded
    from refunds group by payment_id) r on r.payment_id = p.id`;

const ofOrder = `
  select o.id, o.number, o.status, o.payment_method, o.review, o.total_cents, o.due_again_cents,
    coalesce(sum(m.paid), 0) as paid, coalesce(sum(m.refunded), 0) as refunded,
    coalesce(sum(m.requested), 0) as requested, coalesce(bool_or(m.had_refund), false) as had_refund,
    count(*) filter (where m.state in ('created', 'submitted', 'pending', 'authorized')) as live,
    coalesce(bool_or(m.provider = 'pay_at_branch'), false) as at_branch
  from orders o left join money m on m.order_id = o.id group by o.id`;

/** Orders with an unpaid balance because a change has raised the total. Money refunded for an earlier change, and surplus refunded before one, is owed again. */
const awaitingBalance = `
  select o.id from of_order o join order_events e on e.order_id = o.id and e.type = 'changed'
  where e.data->'total' is not null and o.paid > 0
    and o.paid - coalesce((select sum(amount_cents) from refunds where order_id = o.id and reason = 'changed'
      and state <> 'failed'), 0) - o.due_again_cents < o.total_cents`;

/** Each query selects descriptions of violations. */
const invariants: Record<string, string> = {
  ...documentInvariants,
  ...fittingInvariants,
  'the held count of a stock row is the sum of its holds': `
    select s.tire_id || ' at ' || s.place || ': ' || s.held || ' held' from stock s
    left join (select tire_id, place, sum(count) as holds from stock_holds where state = 'held' group by 1, 2) h
      on h.tire_id = s.tire_id and h.place = s.place
    where s.held <> coalesce(h.holds, 0)`,
  'the sold count of a stock row is the sum of its sold holds': `
    select s.tire_id || ' at ' || s.place || ': ' || s.sold || ' sold' from stock s
    left join (select tire_id, place, sum(count) as holds from stock_holds where state = 'sold' group by 1, 2) h
      on h.tire_id = s.tire_id and h.place = s.place
    where s.sold <> coalesce(h.holds, 0)`,
  // `owed`: pieces ordered from the supplier that are not yet deducted in its list.
  'the owed count of a stock row is the sum of its purchase lines': `
    select s.tire_id || ' at ' || s.place || ': ' || s.owed || ' owed' from stock s
    left join (select l.tire_id, 'supplier:' || p.supplier as place, sum(l.owed) as owed
      from purchase_lines l join purchases p on p.id = l.purchase_id group by 1, 2) o
      on o.tire_id = s.tire_id and o.place = s.place
    where s.owed <> coalesce(o.owed, 0)`,
  'the ordered pieces of an order are its pieces in purchases that have not arrived': `
    select coalesce(h.order_id, f.order_id) || ': ' || coalesce(h.count, 0) || ' ordered, ' || coalesce(f.count, 0) || ' in purchases'
    from (select order_id, position, place, sum(count) as count from stock_holds where state = 'ordered' group by 1, 2, 3) h
    full join (select f.order_id, f.position, 'supplier:' || p.supplier as place, sum(f.count - f.received) as count
      from purchase_for f join purchase_lines l on l.id = f.line_id join purchases p on p.id = l.purchase_id group by 1, 2, 3) f
      on f.order_id = h.order_id and f.position = h.position and f.place = h.place
    where coalesce(h.count, 0) <> coalesce(f.count, 0)`,
  'a purchase has ordered at least the pieces of its orders': `
    select l.id || ': ' || l.ordered || ' of ' || sum(f.count) from purchase_lines l join purchase_for f on f.line_id = l.id
    group by l.id having l.ordered < sum(f.count)`,
  'the pieces that a line received include those of its orders': `
    select l.id || ': ' || l.received || ' of ' || sum(f.received) from purchase_lines l join purchase_for f on f.line_id = l.id
    group by l.id having l.received < sum(f.received)`,
  'orders wait for no more pieces of a purchase line than may still arrive': `
    select l.id || ': ' || sum(f.count - f.received) || ' awaited' from purchase_lines l join purchase_for f on f.line_id = l.id
    group by l.id having sum(f.count - f.received) > l.ordered - l.refused - l.cancelled - l.received`,
  'missing pieces belong to a confirmed or ready order and are at a supplier': `
    select o.number || ' ' || o.status || ' ' || h.place from stock_holds h join orders o on o.id = h.order_id
    where h.state = 'missing' and (o.status not in ('confirmed', 'ready') or h.place not like 'supplier:%')`,
  'the owed count of a purchase line includes no refused or cancelled pieces': `
    select l.id || ': ' || l.owed || ' owed' from purchase_lines l where l.owed > l.ordered - l.refused - l.cancelled`,
  'a purchase that was not sent has no answers': `
    select p.number from purchases p join purchase_lines l on l.purchase_id = p.id
    where p.state = 'draft' and l.open <> l.ordered`,
  'no piece of a closed purchase can still arrive': `
    select p.number from purchases p join purchase_lines l on l.purchase_id = p.id
    where p.state = 'closed' and l.received < l.ordered - l.refused - l.cancelled`,
  'a confirmed order requests exactly its pieces at other branches': `
    select o.number || ': ' || coalesce(h.count, 0) || ' elsewhere, ' || coalesce(t.count, 0) || ' requested' from orders o
    left join (select h.order_id, sum(h.count) as count from stock_holds h join orders o on o.id = h.order_id
      where h.place not like 'supplier:%' and h.place <> o.branch and h.state in ('held', 'sold') group by 1) h on h.order_id = o.id
    left join (select order_id, sum(count) as count from transfers where state = 'requested' group by 1) t on t.order_id = o.id
    where o.status in ('confirmed', 'ready') and coalesce(h.count, 0) <> coalesce(t.count, 0)`,
  'an order is completed exactly when its buyer has all of its tires': `
    select o.number || ' ' || o.status from orders o
    join (select order_id, bool_or(state in ('held', 'sold', 'ordered', 'in_transit', 'missing')) as left_over,
      bool_or(state in ('handed_over', 'returned')) as gone, bool_or(state = 'handed_over') as with_buyer
      from stock_holds group by 1) h on h.order_id = o.id
    where case o.status when 'completed' then h.left_over or not h.gone
      when 'confirmed' then not h.left_over when 'ready' then not h.left_over else h.with_buyer end`,
  'a confirmed order holds no pieces at suppliers outside of purchases': `
    select o.number || ' ' || h.place from orders o join stock_holds h on h.order_id = o.id
    where o.status in ('confirmed', 'ready', 'completed') and h.place like 'supplier:%' and h.state in ('held', 'sold')
      and not (h.state = 'held' and o.id in (select id from awaiting_balance))`,
  'the total of an order is the sum of its lines': `
    select o.number || ': ' || o.total_cents from orders o
    join (select order_id, sum(count * price_cents) as total from order_lines group by 1) l on l.order_id = o.id
    where o.total_cents <> l.total`,
  'no piece belongs to an empty line': `
    select o.number || ' line ' || l.position from order_lines l join orders o on o.id = l.order_id
    where l.count = 0 and exists (select from stock_holds h where h.order_id = l.order_id and h.position = l.position)`,
  'a transfer that is requested goes to the branch of the order': `
    select o.number || ': to ' || t.to_branch from transfers t join orders o on o.id = t.order_id
    where t.state = 'requested' and t.to_branch <> o.branch`,
  'the hand-overs of a line minus its returns are the pieces that its buyer has': `
    select coalesce(h.order_id, c.order_id) || ': ' || coalesce(h.count, 0) || ' with the buyer, ' || coalesce(c.count, 0) || ' counted'
    from (select order_id, position, sum(count) as count from stock_holds where state = 'handed_over' group by 1, 2) h
    full join (select order_id, position, sum(case kind when 'handed_over' then count else -count end) as count
      from handlings where kind in ('handed_over', 'taken_back') group by 1, 2) c
      on c.order_id = h.order_id and c.position = h.position
    where coalesce(h.count, 0) <> coalesce(c.count, 0)`,
  'the returned pieces of a line are those that a branch counted, without swapped ones': `
    select coalesce(h.order_id, c.order_id) || ' at ' || coalesce(h.place, c.place) || ': ' || coalesce(h.count, 0) || ', ' || coalesce(c.count, 0)
      || ' counted'
    from (select order_id, position, place, sum(count) as count from stock_holds where state = 'returned' group by 1, 2, 3) h
    full join (select order_id, position, place, sum(count) as count from handlings
      where kind = 'taken_back' and condition <> 'faulty' group by 1, 2, 3) c
      on c.order_id = h.order_id and c.position = h.position and c.place = h.place
    where coalesce(h.count, 0) <> coalesce(c.count, 0)`,
  'no more take-backs are undone than were entered': `
    select order_id || ' ' || condition || ' ' || place from handlings where kind = 'taken_back'
    group by order_id, position, condition, place having sum(count) < 0`,
  'the count of pieces set apart is the sum of its recorded changes': `
    select s.tire_id || ' at ' || s.place || ': ' || s.apart || ' apart' from stock s
    left join (select tire_id, place, sum(after - before) as count from stock_changes where stock_count = 'apart' group by 1, 2) c
      on c.tire_id = s.tire_id and c.place = s.place
    where s.apart <> coalesce(c.count, 0)`,
  'pieces that were not new when they were returned, or were delivered wrong or damaged, were set apart': `
    select b.tire_id || ' at ' || b.place || ': ' || b.count || ' of ' || coalesce(c.count, 0) from (
      select tire_id, place, sum(count) as count from (
        select l.tire_id, h.place, h.count from handlings h join order_lines l on l.order_id = h.order_id and l.position = h.position
        where h.kind = 'taken_back' and h.condition <> 'new'
        union all select l.tire_id, p.branch, l.wrong + l.damaged from purchase_lines l join purchases p on p.id = l.purchase_id
      ) brought group by 1, 2) b
    left join (select tire_id, place, sum(after - before) as count from stock_changes
      where stock_count = 'apart' and reason ~ '^(taken back|not taken back|warranty|warranty undone|received (wrong|damaged)): ' group by 1, 2) c
      on c.tire_id = b.tire_id and c.place = b.place
    where b.count <> coalesce(c.count, 0)`,
  'pieces in transit are in transfers that were sent': `
    select h.order_id || ' from ' || h.place || ': ' || h.count from (select order_id, position, place, sum(count) as count
      from stock_holds where state = 'in_transit' group by 1, 2, 3) h
    left join (select order_id, position, from_branch, sum(count) as count from transfers where state = 'sent' group by 1, 2, 3) t
      on t.order_id = h.order_id and t.position = h.position and t.from_branch = h.place
    where h.count > coalesce(t.count, 0)`,
  'only a confirmed order requests transfers': `
    select o.number || ' ' || o.status from orders o join transfers t on t.order_id = o.id
    where t.state = 'requested' and o.status not in ('confirmed', 'ready')
      and not (o.status = 'awaiting_payment' and exists (select from stock_holds h where h.order_id = o.id and h.place = t.from_branch))`,
  'pieces that are not released add up to the count of their line': `
    select o.number || ' line ' || l.position from orders o join order_lines l on l.order_id = o.id
    join (select order_id, position, sum(count) as count from stock_holds where state <> 'released' group by 1, 2) h
      on h.order_id = l.order_id and h.position = l.position
    where o.status in ('confirmed', 'ready', 'completed') and h.count <> l.count`,
  'stock is never negative': `
    select tire_id || ' at ' || place from stock where least(on_hand, held, sold, owed, apart) < 0`,
  'cash of an order is in a drawer of a branch that was open then': `
    select l.id || ' at ' || l.at from payment_ledger l join cash_drawers d on d.id = l.drawer_id
    where l.tender is distinct from 'cash' or l.at < d.opened_at or l.at > d.closed_at`,
  'a closed drawer expected its opening amount, the cash of orders, and the movements in and out': `
    select d.id || ': ' || d.expected_cents from cash_drawers d
    where d.closed_at is not null and d.expected_cents <> d.opening_cents
      + (select coalesce(sum(amount_cents), 0) from cash_movements m where m.drawer_id = d.id)
      + (select coalesce(sum((amount_cents + rounding_cents) * case kind when 'paid' then 1 else -1 end), 0)
         from payment_ledger l where l.drawer_id = d.id)`,
  'cash is a multiple of 5 cents when it settles an order': `
    select id || ': ' || amount_cents || ' ' || rounding_cents from payment_ledger
    where rounding_cents <> 0 and (amount_cents + rounding_cents) % 5 <> 0`,
  'an order placed at the counter is completed, unless it waits for its fitting or its hand-over was undone': `
    select number || ' ' || status from orders o where channel = 'counter' and status <> 'completed' and fulfilment <> 'fitting'
      and not exists (select from handlings h where h.order_id = o.id and h.kind = 'handed_over' and h.count < 0)`,
  'refunded amounts of a payment do not exceed its paid amount': `
    select id || ' ' || refunded || ' of ' || paid from money where refunded > paid`,
  'requested refunds of a payment do not exceed its paid amount': `
    select id || ' ' || requested || ' of ' || paid from money where requested > paid`,
  'succeeded refunds are in the ledger': `
    select id || ' ' || succeeded || ' succeeded, ' || refunded || ' in the ledger' from money where succeeded <> refunded`,
  'the state of a payment agrees with the ledger': `
    select id || ' ' || state || ', paid ' || paid || ', back ' || refunded from money where case state
      when 'paid' then paid = 0 or refunded > 0
      when 'partially_refunded' then refunded = 0 or refunded >= paid
      when 'refunded' then paid = 0 or refunded < paid
      when 'disputed' then paid = 0
      when 'voided' then false
      else paid <> 0 end`,
  // Except a ready order with an attempt to pay at the branch: it can still be paid there.
  'a prepaid order is confirmed, ready or completed only when it is paid': `
    select number || ' ' || status || ', kept ' || paid - refunded from of_order
    where status in ('confirmed', 'ready', 'completed') and payment_method <> 'pay_at_branch'
      and paid - refunded < total_cents and not had_refund and review is null and id not in (select id from awaiting_balance)
      and not (status = 'ready' and at_branch)`,
  'a completed order is paid, unless its company pays later': `
    select number from of_order where status = 'completed' and paid = 0
      and number not in (select number from orders where credit_days is not null)`,
  'a paid order is confirmed, ready or completed, or has a refund or a review': `
    select number || ' ' || status || ', kept ' || paid - refunded from of_order
    where paid > 0 and status not in ('confirmed', 'ready', 'completed') and not had_refund and review is null`,
  'an overpaid amount is refunded or the order is marked for review': `
    select number || ', kept ' || paid - refunded || ' of ' || total_cents from of_order
    where paid - requested > total_cents and review is null`,
  // The holds of a cancelled order end with its last payment, which test/model/end.ts checks.
  'a cancelled order holds tires only while a payment by a provider is possible': `
    select o.number || ' ' || o.status from orders o
    where o.status in ('cancelled', 'expired')
      and exists (select from stock_holds h where h.order_id = o.id and h.state = 'held')
      and (o.status = 'expired' or not exists (select from payments p
        where p.order_id = o.id and p.provider not in ('pay_at_branch', 'bank_transfer')))`,
  'an order with erased contact data is closed': `
    select number || ' ' || status from orders
    where contact_erased_at is not null and status not in ('completed', 'cancelled', 'expired')`,
  'an order has at most one open payment attempt': `
    select number || ' ' || live from of_order where live > 1`,
  'each payment has at most one mail, and only with a ledger entry': `
    select l.order_id || ' ' || count(*) from letters l where l.kind = 'paid' group by l.order_id, l.about
    having count(*) > 1 or not exists (
      select from payment_ledger b where b.payment_id::text = l.about and b.kind = 'paid')`,
};

const all = `with money as (${money}), of_order as (${ofOrder}), awaiting_balance as (${awaitingBalance}),
  fitting_hours as (${fittingHours}) ${Object.entries(invariants)
    .map(([name, broken]) => `select '${name}: ' || what as line from (${broken}) as broken(what)`)
    .join(' union all ')}`;

/** Violations of invariants that must hold after every transaction of the shop, one line each. */
export async function brokenInvariants({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  // A named statement is prepared once: planning it takes longer than running it.
  const { rows } = await pool.query<{ line: string }>({ name: 'invariants', text: all });
  return rows.map(({ line }) => line).sort();
}
