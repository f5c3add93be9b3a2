import type { Database } from '../../src/database/connect.server.ts';
import type { Day } from './act.ts';
import { expectations } from './expectations.ts';

/**
 * For each subject, a query whose rows are a name and a text, formatted as in expectations.ts. The SQL is independent of the
 * shop's code.
 */
const queries: Record<string, string> = {
  stock: `
    select tire_id || ' at ' || place, format('%s on hand, %s held, %s sold, %s owed, %s set apart', on_hand, held, sold, owed, apart)
    from stock where on_hand + held + sold + owed + apart > 0`,
  orders: `
    select o.number, format('%s %s at %s, %s of %s paid, %s refunded, review %s', o.channel, o.status, o.branch,
      coalesce(l.paid, 0), o.total_cents, coalesce(l.refunded, 0), coalesce(o.review, 'none'))
    from orders o left join (select order_id, sum(amount_cents) filter (where kind = 'paid') as paid,
      sum(amount_cents) filter (where kind = 'refunded') as refunded from payment_ledger group by 1) l on l.order_id = o.id`,
  pieces: `
    select o.number || ' ' || h.tire_id || ' at ' || h.place || ' ' || h.state, sum(h.count)::text
    from stock_holds h join orders o on o.id = h.order_id where h.state <> 'released' group by 1`,
  appointments: `
    select o.number || ' at ' || to_char(b.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI'), b.state
    from fitting_bookings b join orders o on o.id = b.order_id`,
  money: `
    select kind || ' ' || provider || ' ' || coalesce(tender, 'no tender'),
      format('%s times, %s cents, rounded by %s', count(*), sum(amount_cents), sum(rounding_cents))
    from payment_ledger group by 1`,
  refunds: `
    select o.number || ' ' || r.amount_cents, r.state || ' ' || count(*) from refunds r join orders o on o.id = r.order_id
    group by o.number, r.amount_cents, r.state`,
  drawers: `
    select d.branch, format('%s expected, %s counted, %s cash of orders', d.expected_cents, d.counted_cents,
      coalesce((select sum((amount_cents + rounding_cents) * case kind when 'paid' then 1 else -1 end)
        from payment_ledger where drawer_id = d.id), 0))
    from cash_drawers d`,
  transfers: `
    select o.number || ' ' || t.tire_id || ' from ' || t.from_branch || ' to ' || t.to_branch || ' ' || t.state, sum(t.count)::text
    from transfers t join orders o on o.id = t.order_id group by 1`,
  purchases: `
    select p.supplier || ' for ' || p.branch || ' ' || p.nth || ' ' || l.tire_id,
      format('%s, %s ordered, %s open, %s confirmed, %s received, %s wrong, %s damaged, %s owed', p.state, l.ordered, l.open,
        l.confirmed, l.received, l.wrong, l.damaged, l.owed)
    from (select *, row_number() over (partition by supplier, branch order by id) as nth from purchases) p
    join purchase_lines l on l.purchase_id = p.id where l.ordered > 0`,
  'tires of purchases': `
    select p.supplier || ' for ' || p.branch || ' ' || p.nth || ' ' || l.tire_id || ' for ' || o.number,
      format('%s, %s received', sum(f.count), sum(f.received))
    from (select *, row_number() over (partition by supplier, branch order by id) as nth from purchases) p
    join purchase_lines l on l.purchase_id = p.id join purchase_for f on f.line_id = l.id
    join orders o on o.id = f.order_id group by 1`,
  mails: `
    select l.kind || ' to ' || case when l.kind = 'branch-transfer' then split_part(l.about, ' ', 1) || '@rehvipood.example'
      when l.kind like 'branch-%' then o.branch || '@rehvipood.example' else o.email end || ' about ' || o.number,
      count(*) || ' sent'
    from letters l join orders o on o.id = l.order_id where l.sent_at is not null group by 1`,
  'mails to suppliers': `
    select 'orders@' || supplier || '.example', count(*)::text from purchases where sent_at is not null group by 1`,
};

/** Differences between the facts of the day and those of the database, the banks and the mail server, one line each. */
export async function differences(day: Day): Promise<string[]> {
  const lines: string[] = [];
  for (const [subject, expected] of Object.entries(expectations(day.facts))) {
    const query = queries[subject];
    const actual = query === undefined ? outside[subject]?.(day) : await factsIn(day.shop.db, query);
    if (!actual) throw new Error(`no source of facts about ${subject}`);
    for (const name of new Set([...expected.keys(), ...actual.keys()])) {
      const [expectedText, actualText] = [expected.get(name) ?? 'nothing', actual.get(name) ?? 'nothing'];
      if (expectedText !== actualText) lines.push(`${subject}: ${name}: ${actualText} instead of ${expectedText}`);
    }
  }
  const unsent = await factsIn(
    day.shop.db,
    `select kind || ' ' || id, 'unsent' from letters where sent_at is null and dropped_at is null`,
  );
  return [...lines, ...[...unsent.keys()].map((mail) => `mails: ${mail} is unsent`)].sort();
}

async function factsIn({ pool }: Pick<Database, 'pool'>, query: string): Promise<Map<string, string>> {
  const { rows } = await pool.query<[string, string]>({ text: query, rowMode: 'array' });
  return new Map(rows);
}

/** Subjects outside the database: what the banks booked and the mail server received. */
const outside: Record<string, (day: Day) => Map<string, string>> = {
  banks: ({ shop }) =>
    new Map(
      Object.entries(shop.banks).map(([bank, control]) => {
        const books = control.books();
        const total = (kind: 'paid' | 'refunded') => books.reduce((cents, payment) => cents + payment[kind], 0);
        return [bank, `${total('paid')} paid, ${total('refunded')} refunded`];
      }),
    ),
  'mail server': ({ shop }) => {
    const counts = new Map<string, number>();
    for (const recipient of shop.mails.flatMap(({ to }) => to)) counts.set(recipient, (counts.get(recipient) ?? 0) + 1);
    return new Map([...counts].map(([recipient, count]) => [recipient, String(count)]));
  },
};
