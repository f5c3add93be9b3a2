import { sql } from 'kysely';
import { cancelAndRefund } from '../../src/shop/checkout/desk/cancel-order.server.ts';
import { markRefunded } from '../../src/shop/checkout/refund/refund-order.server.ts';
import { type Books, booksOf } from './banks.ts';
import { poll, release, runJobs } from './clock.ts';
import type { World } from './world.ts';

/** The part of a world that `runToEnd` needs. */
export type Ending = Books &
  Pick<World, 'db' | 'now' | 'context' | 'planted' | 'passMinutes'> &
  Partial<Pick<World, 'late'>>;

const dayMinutes = 1440;

/**
 * Minutes to pass before each round: twelve days, because tires may have to come from a supplier, then as long as orders are kept
 * for delayed tires.
 */
const allRounds = [2, 60, 360, ...Array<number>(12).fill(dayMinutes + 1), 30 * dayMinutes, 6, 61, 61];

/** Finishes all payments and refunds at the providers, then runs the clock until nothing more can happen. */
export async function runToEnd(world: Ending, deliverWebhooks = async () => {}, rounds = allRounds): Promise<void> {
  const { fakes, context, db } = world;
  fakes.montonio.paymentsAreSettled = true;
  if (fakes.stripe) fakes.stripe.newRefundStatus = 'succeeded';
  for (const [n, { provider, ref, status }] of booksOf(world).entries()) {
    if (status === 'settling') await fakes[provider]?.[n % 2 ? 'pay' : 'void'](ref);
  }
  await cancelUnpaidAtBay(world);
  for (const minutes of rounds) {
    world.passMinutes(minutes);
    for (const { provider, pendingRefundIds } of booksOf(world)) {
      for (const id of pendingRefundIds) await fakes[provider]?.settleRefund(id, 'succeeded');
    }
    await deliverWebhooks();
    while ((await runJobs(world, context)) > 0);
    await poll(world, context);
    await release(world, context);
  }
  // Not for orders without refunds, because each attempt is a transaction of five queries.
  const refunded = await db.selectFrom('refunds').select('order_id').distinct().orderBy('order_id').execute();
  for (const { order_id } of refunded) while ((await markRefunded(context, order_id, 'operator')).ok);
}

/** Cancels the orders at a bay that nobody has paid, as the branch does: they do not expire. */
async function cancelUnpaidAtBay({ db, context }: Ending): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where status in ('awaiting_payment', 'confirmed', 'ready')
      and exists (select from fitting_bookings where order_id = orders.id and state in ('arrived', 'done'))
      and not exists (select from payments where order_id = orders.id
        and state in ('paid', 'partially_refunded', 'disputed'))`.execute(db);
  for (const { id } of rows) await cancelAndRefund(context, id, 'branch');
}

/** Violations once nothing more can happen. */
const unfinished: Record<string, string> = {
  'a closed order keeps tires': `
    select o.number from orders o where o.status in ('cancelled', 'expired')
      and exists (select from stock_holds h where h.order_id = o.id and h.state = 'held')`,
  'a payment is still open': `
    select o.number || ' ' || o.status || ' ' || p.provider || ' ' || p.state from payments p join orders o on o.id = p.order_id
    where p.state in ('created', 'submitted', 'pending', 'authorized')`,
  // An underpaid order waits until an employee has reviewed it.
  'an order still awaits payment': `
    select number || ' ' || status from orders
    where status = 'awaiting_payment' and review is distinct from 'amount-mismatch'`,
  'a refund is still under way': `
    select order_id || ' ' || state from refunds where state in ('requested', 'submitted', 'pending')`,
  'a closed order has money and no review mark': `
    select o.number || ' ' || o.status from orders o join payment_ledger l on l.order_id = o.id
    where o.status in ('cancelled', 'expired') and o.review is null group by o.id
    having sum(case l.kind when 'paid' then amount_cents else -amount_cents end) > 0`,
};

/** Violations at the end, one line each: unfinished orders, payments that stay due, and ledgers that differ from the providers'. */
export async function violationsAtEnd(world: Ending): Promise<string[]> {
  const { db, now } = world;
  const lines: string[] = [];
  for (const [name, query] of Object.entries(unfinished)) {
    const { rows } = await sql.raw<Record<string, unknown>>(query).execute(db);
    lines.push(...rows.map((row) => `${name}: ${Object.values(row)[0]}`));
  }
  const due = await sql<{ state: string }>`select state from payments where next_poll_at <= ${now()}`.execute(db);
  lines.push(...due.rows.map(({ state }) => `a payment remains due after it was polled: ${state}`));
  return [...lines, ...(await ledgerDifferences(world))];
}

/** Payments whose totals in the shop's ledger and in the provider's books differ, one line each. */
async function ledgerDifferences(world: Ending): Promise<string[]> {
  const lines: string[] = [];
  const { rows } = await sql<{ payment: string; order: string; paid: number; refunded: number }>`
    select o.number as order, l.payment_id as payment,
      coalesce(sum(l.amount_cents) filter (where l.kind = 'paid'), 0) as paid,
      coalesce(sum(l.amount_cents) filter (where l.kind = 'refunded'), 0) as refunded
    from payment_ledger l join orders o on o.id = l.order_id
    where l.provider in ('montonio', 'stripe') group by o.number, l.payment_id`.execute(world.db);
  const books = booksOf(world);
  const shopTotals = new Map<string, { paid: number; refunded: number }>();
  for (const row of rows) {
    // Providers know a payment by its id, or by its order's number: Montonio, unless the order was paid in part before.
    const key = books.some(({ merchantRef }) => merchantRef === row.payment) ? row.payment : row.order;
    const { paid, refunded } = shopTotals.get(key) ?? { paid: 0, refunded: 0 };
    shopTotals.set(key, { paid: paid + Number(row.paid), refunded: refunded + Number(row.refunded) });
  }
  const providerTotals = new Map(
    books.filter(({ paid }) => paid > 0).map(({ merchantRef, paid, refunded }) => [merchantRef, { paid, refunded }]),
  );
  for (const key of new Set([...shopTotals.keys(), ...providerTotals.keys()])) {
    const [inShop, atProvider] = [shopTotals, providerTotals].map((totals) => totalText(totals.get(key)));
    if (inShop !== atProvider) lines.push(`books of ${key}: the shop’s ${inShop}, the provider’s ${atProvider}`);
  }
  return lines;
}

const totalText = (total: { paid: number; refunded: number } | undefined) =>
  total ? `${total.paid} paid, ${total.refunded} refunded` : 'nothing';
