import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../src/database/transaction.server.ts';
import { closeMonth } from '../../../src/shop/books/accounts/close-month.server.ts';
import { monthReport } from '../../../src/shop/books/accounts/month-report.server.ts';
import { instantAt } from '../../../src/shop/calendar.ts';
import { completeOrder, markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();
const lastMinute = instantAt('2026-12-31', '23:59');
const nextYear = instantAt('2027-01-01', '00:00');
const closeDecember = () => closeMonth(shop.context.db, '2026-12-01', { at: nextYear, actor: 'operator:kati' });
const documents = () => shop.rows('select number, issued_on from money_documents order by number');

async function sell() {
  const order = await shop.order('pay_at_branch');
  await markPaid(shop.context, order.id, 'branch', { tender: 'card' });
  await completeOrder(shop.context, order.id, 'branch');
  return order;
}

test('documents whose change began before December was closed have numbers and days of the new year', async () => {
  shop.setTime(lastMinute);
  const order = await sell();
  const unpaid = await shop.order('pay_at_branch');
  await closeDecember();
  await markPaid(shop.context, unpaid.id, 'branch', { tender: 'card' });
  await refundOrder(shop.context, order.id, 2000, 'goodwill', 'branch');
  expect(await documents()).toEqual([
    { number: '261000001', issued_on: '2026-12-31' },
    { number: '263000001', issued_on: '2026-12-31' },
    { number: '271000001', issued_on: '2027-01-01' },
    { number: '272000001', issued_on: '2027-01-01' },
    { number: '273000001', issued_on: '2027-01-01' },
  ]);
  const january = await monthReport(shop.context.db, { month: '2027-01-01' });
  expect(january.sum.grossCents).toBe(31_960 - 2_000);
  expect(january.numbers).toMatchObject([
    { kind: 'invoice', first: '271000001', last: '271000001', count: 1 },
    { kind: 'credit-note', first: '272000001', last: '272000001', count: 1 },
    { kind: 'receipt', first: '273000001', last: '273000001', count: 1 },
  ]);
});

test('a credit note that waits while December is closed has a number and a day of the new year', async () => {
  shop.setTime(lastMinute);
  const order = await sell();
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const [closing, crediting] = await inTransaction(shop.context.db, async (trx) => {
    // `closeMonth` locks this table last.
    await sql`lock table money_documents in row exclusive mode`.execute(trx);
    const closed = closeDecember();
    await expect.poll(() => shop.rows(waiting)).toHaveLength(1);
    const credited = refundOrder(shop.context, order.id, 2000, 'goodwill', 'branch');
    await expect.poll(() => shop.rows(waiting)).toHaveLength(2);
    return [closed, credited];
  });
  expect(await closing).toEqual({ ok: true });
  expect(await crediting).toMatchObject({ ok: true });
  expect(await documents()).toContainEqual({ number: '272000001', issued_on: '2027-01-01' });
});
