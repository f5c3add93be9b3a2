import type { Database } from '../../../src/database/connect.server.ts';

/** Plain SQL, independent of the shop's code. Each query selects a description of a violation. */
const money = `
  select p.id, p.order_id, p.provider, p.state, coalesce(l.paid, 0) as paid, coalesce(l.refunded, 0) as refunded,
    coalesce(r.asked, 0) as asked, coalesce(r.given, 0) as given, r.payment_id is not null as had_refund
  from payments p
  left join (select payment_id, sum(amount_cents) filter (where kind = 'paid') as paid,
    sum(amount_cents) filter (where kind = 'refunded') as refunded
    from payment_ledger group by payment_id) l on l.payment_id = p.id
  left join (select payment_id, sum(amount_cents) filter (where state <> 'failed') as asked,
    sum(amount_cents) filter (where state = 'succeeded') as given
    from refunds group by payment_id) r on r.payment_id = p.id`;

const ofOrder = `
  select o.id, o.number, o.status, o.payment_method, o.review, o.total_cents,
    coalesce(sum(m.paid), 0) as paid, coalesce(sum(m.refunded), 0) as refunded,
    coalesce(sum(m.asked), 0) as asked, coalesce(bool_or(m.had_refund), false) as had_refund,
    count(*) filter (where m.state in ('created', 'submitted', 'pending', 'authorized')) as live,
    coalesce(bool_or(m.provider = 'pay_at_branch'), false) as at_branch
  from orders o left join money m on m.order_id = o.id group by o.id`;

const invariants: Record<string, string> = {
  'held stock is the sum of its live holds': `
    select s.tire_id || ' at ' || s.place || ': ' || s.held || ' held' from stock s
    left join (select tire_id, place, sum(count) as holds from stock_holds where state = 'held' group by 1, 2) h
      on h.tire_id = s.tire_id and h.place = s.place
    where s.held <> coalesce(h.holds, 0)`,
  'stock is never negative': `
    select tire_id || ' at ' || place from stock where on_hand < 0 or held < 0`,
  'no more goes back of a payment than came': `
    select id || ' ' || refunded || ' of ' || paid from money where refunded > paid`,
  'no more is asked back of a payment than came': `
    select id || ' ' || asked || ' of ' || paid from money where asked > paid`,
  'refunds that are done are booked': `
    select id || ' ' || given || ' done, ' || refunded || ' booked' from money where given <> refunded`,
  'a payment’s state is that of its books': `
    select id || ' ' || state || ', paid ' || paid || ', back ' || refunded from money where case state
      when 'paid' then paid = 0 or refunded > 0
      when 'partially_refunded' then refunded = 0 or refunded >= paid
      when 'refunded' then paid = 0 or refunded < paid
      when 'disputed' then paid = 0
      when 'voided' then false
      else paid <> 0 end`,
  // An order that is ready and to be paid at the desk can still be paid, whatever its buyer has tried since.
  'what is prepaid goes on only with its money': `
    select number || ' ' || status || ', kept ' || paid - refunded from of_order
    where status in ('confirmed', 'ready', 'completed') and payment_method <> 'pay_at_branch'
      and paid - refunded < total_cents and not had_refund and review is null
      and not (status = 'ready' and at_branch)`,
  'nothing is handed over for nothing': `
    select number from of_order where status = 'completed' and paid = 0`,
  'money is for an order that goes on, or goes back, or is looked at': `
    select number || ' ' || status || ', kept ' || paid - refunded from of_order
    where paid > 0 and status not in ('confirmed', 'ready', 'completed') and not had_refund and review is null`,
  'what was paid twice goes back': `
    select number || ', kept ' || paid - refunded || ' of ' || total_cents from of_order
    where paid - asked > total_cents and review is null`,
  // Only until the clock has run on, see the model's end.
  'a closed order keeps tires only for a provider’s payment': `
    select o.number || ' ' || o.status from orders o
    where o.status in ('cancelled', 'expired')
      and exists (select from stock_holds h where h.order_id = o.id and h.state = 'held')
      and (o.status = 'expired' or not exists (select from payments p
        where p.order_id = o.id and p.provider not in ('pay_at_branch', 'bank_transfer')))`,
  'an order whose buyer is forgotten goes on no more': `
    select number || ' ' || status from orders
    where contact_erased_at is not null and status not in ('completed', 'cancelled', 'expired')`,
  'one attempt of an order at a time': `
    select number || ' ' || live from of_order where live > 1`,
  'one letter for one payment': `
    select l.order_id || ' ' || count(*) from letters l where l.kind = 'paid' group by l.order_id, l.about
    having count(*) > 1 or not exists (
      select from payment_ledger b where b.payment_id::text = l.about and b.kind = 'paid')`,
};

const all = `with money as (${money}), of_order as (${ofOrder}) ${Object.entries(invariants)
  .map(([name, broken]) => `select '${name}: ' || what as line from (${broken}) as broken(what)`)
  .join(' union all ')}`;

/** Violations of invariants that hold after every step of the shop, one line each. */
export async function brokenInvariants({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  // A prepared statement: planning takes longer than running it.
  const { rows } = await pool.query<{ line: string }>({ name: 'invariants', text: all });
  return rows.map(({ line }) => line).sort();
}
