import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

const customer = (name: string, changes: object = {}) => ({
  customer: { name, email: `buyer-${randomUUID()}@example.com`, phone: '+372 5123 4567', ...changes },
});

async function numbers(...args: string[]): Promise<string[]> {
  const { code, out } = await shop.run(['orders', 'list', '--json', ...args]);
  expect(code).toBe(0);
  return (JSON.parse(out) as { orders: { number: string }[] }).orders.map(({ number }) => number);
}

test('orders list: prints a table, newest first, or that there are no orders', async () => {
  expect(await shop.run(['orders', 'list'])).toEqual({ code: 0, out: 'No orders.\n', err: '' });
  const first = await shop.order();
  const second = await shop.order({ ...customer('Õie Šmidt'), branch: 'annelinn', paymentMethod: 'bank_transfer' });
  const { out } = await shop.run(['orders', 'list']);
  const [head, ...rows] = out.trimEnd().split('\n');
  expect(head?.split(/ {2,}/)).toEqual(['number', 'placed', 'status', 'paid', 'total', 'branch', 'name', 'review']);
  expect(rows.map((row) => row.split(/ {2,}/))).toEqual([
    [second, '2026-11-20 12:00', 'awaiting_payment', 'unpaid', '€319.60', 'annelinn', 'Õie Šmidt'],
    [first, '2026-11-20 12:00', 'confirmed', 'unpaid', '€319.60', 'ringtee', 'Mari Maasikas'],
  ]);
});

test('orders list: --limit prints whether there are more orders', async () => {
  const [, second] = [await shop.order(), await shop.order()];
  const { out } = await shop.run(['orders', 'list', '--limit', '1']);
  expect(out).toContain(second);
  expect(out).toMatch(/… and more: use --limit\n$/);
  expect(JSON.parse((await shop.run(['orders', 'list', '--limit', '1', '--json'])).out).more).toBe(true);
  expect(JSON.parse((await shop.run(['orders', 'list', '--limit', '2', '--json'])).out).more).toBe(false);
});

test('orders list: filters by each option and by several together', async () => {
  const payAtBranch = await shop.order();
  const transfer = await shop.order({ ...customer('100% Anu', { phone: '5987 654' }), paymentMethod: 'bank_transfer' });
  const annelinn = await shop.order({ branch: 'annelinn', ...customer('Juhan', { email: 'juhan@tamm.example' }) });
  await shop.run(['orders', 'paid', payAtBranch, '--desk', '--yes']);
  await shop.db.updateTable('orders').set({ review: 'overpaid' }).where('number', '=', annelinn).execute();
  expect(await numbers()).toEqual([annelinn, transfer, payAtBranch]);
  expect(await numbers('--status', 'awaiting_payment')).toEqual([transfer]);
  expect(await numbers('--status', 'awaiting_payment', '--status', 'confirmed')).toHaveLength(3);
  expect(await numbers('--paid', 'paid')).toEqual([payAtBranch]);
  expect(await numbers('--paid', 'unpaid')).toEqual([annelinn, transfer]);
  expect(await numbers('--branch', 'annelinn')).toEqual([annelinn]);
  expect(await numbers('--review')).toEqual([annelinn]);
  expect(await numbers('--search', transfer.toLowerCase())).toEqual([transfer]);
  expect(await numbers('--search', '100%')).toEqual([transfer]);
  expect(await numbers('--search', '0%0')).toEqual([]);
  expect(await numbers('--search', '598 7654')).toEqual([transfer]);
  expect(await numbers('--search', 'JUHAN@')).toEqual([annelinn]);
  expect(await numbers('--status', 'confirmed', '--paid', 'unpaid', '--branch', 'ringtee')).toEqual([]);
});

test('orders list: --search finds a number plate, a reference number, and the bank’s reference of a payment', async () => {
  await shop.order();
  const plate = await shop.order({ fulfilment: 'fitting', plate: '123 ABC' });
  const transfer = await shop.order({ ...customer('Anu'), paymentMethod: 'bank_transfer' });
  expect(await numbers('--search', '123abc')).toEqual([plate]);
  expect(await numbers('--search', '123 ABC')).toEqual([plate]);
  const [order] = await shop.db.selectFrom('orders').select('reference').where('number', '=', transfer).execute();
  expect(await numbers('--search', order?.reference ?? '')).toEqual([transfer]);
  await shop.run(['orders', 'paid', transfer, '--reference', 'RO-77123', '--yes']);
  expect(await numbers('--search', 'ro-77123')).toEqual([transfer]);
});

test('orders list: --since and --until are days in Tallinn, both inclusive', async () => {
  const [before, early, late, after] = [await shop.order(), await shop.order(), await shop.order(), await shop.order()];
  const times = { '19T21:59:59.999Z': before, '19T22:00:00Z': early, '20T21:59:59.999Z': late, '20T22:00:00Z': after };
  for (const [time, number] of Object.entries(times)) {
    await shop.db
      .updateTable('orders')
      .set({ placed_at: `2026-11-${time}` })
      .where('number', '=', number)
      .execute();
  }
  expect(await numbers('--since', '2026-11-20', '--until', '2026-11-20')).toEqual([late, early]);
  expect(await numbers('--since', '2026-11-21')).toEqual([after]);
  expect(await numbers('--until', '2026-11-19')).toEqual([before]);
});

test('orders list: filters across batches when only one of 451 orders matches', async () => {
  const number = await shop.order();
  await shop.run(['orders', 'paid', number, '--desk', '--yes']);
  const order = await shop.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  const { id: _, ...copy } = order;
  const copies = Array.from({ length: 450 }, (_, n) => ({
    ...copy,
    company: null,
    number: `R25-${String(n).padStart(5, '0')}`,
    reference: `${n}`,
    status: 'cancelled' as const,
  }));
  const inserted = await shop.db.insertInto('orders').values(copies).returning('id').execute();
  const payments = inserted.map(({ id }) => ({
    order_id: id,
    provider: 'pay_at_branch',
    method: 'pay_at_branch',
    state: 'cancelled' as const,
    amount_cents: 31960,
    created_at: order.placed_at,
  }));
  await shop.db.insertInto('payments').values(payments).execute();
  expect(await numbers('--paid', 'paid')).toEqual([number]);
  expect(new Set(await numbers('--limit', '1000')).size).toBe(451);
});

test('orders list: --search finds plates and phones in any spelling, words of names, and numbers without dash', async () => {
  await shop.order();
  const number = await shop.order({
    ...customer('Õie Šmidt-Žukova', { phone: '+372 5987 654' }),
    fulfilment: 'fitting',
    plate: '987 KLM',
  });
  const texts = ['987-klm', '98 7k', '5987654', '7654', '00372 598 7654', '+3725987654', 'õie', 'ŽUKO', 'šmidt õie'];
  for (const text of [...texts, number.replace('-', ''), number.toLowerCase()]) {
    expect(await numbers('--search', text), text).toEqual([number]);
  }
  for (const text of ['654', 'mari oie', 'klm', '%', '!']) expect(await numbers('--search', text), text).toEqual([]);
});

test('orders list: --due lists tires promised by a day and not handed over, with the number already at the branch', async () => {
  const [late, today, tomorrow, handedOver] = [
    await shop.order(),
    await shop.order(),
    await shop.order(),
    await shop.paidOrder(),
  ];
  const cancelled = await shop.order({ branch: 'annelinn' });
  await shop.run(['orders', 'complete', handedOver, '--yes']);
  await shop.run(['orders', 'cancel', cancelled, '--yes']);
  await shop.order({ paymentMethod: 'bank_transfer' });
  const days = { '2026-11-18': late, '2026-11-20': today, '2026-11-21': tomorrow };
  for (const [promised_on, number] of Object.entries(days))
    await shop.db.updateTable('orders').set({ promised_on }).where('number', '=', number).execute();
  expect(await numbers('--due', 'today', '--branch', 'ringtee')).toEqual([late, today]);
  expect(await numbers('--due', 'tomorrow')).toEqual([late, today, tomorrow]);
  expect(await numbers('--due', '2026-11-18', '--branch', 'ringtee')).toEqual([late]);
  expect(await numbers('--due', 'today', '--branch', 'annelinn')).toEqual([]);
  const { orders, more } = JSON.parse(
    (await shop.run(['orders', 'list', '--due', 'tomorrow', '--limit', '2', '--json'])).out,
  );
  expect(more).toBe(true);
  // Ringtee had eight tires, so the third order waits for tires of Annelinn.
  expect(orders).toMatchObject([{ pieces: { here: 4, coming: 0, handedOver: 0 } }, { pieces: { here: 4, coming: 0 } }]);
  const { out } = await shop.run(['orders', 'list', '--due', 'tomorrow']);
  expect(out.split('\n')[3]).toMatch(new RegExp(`^${tomorrow} +2026-11-21 +confirmed +unpaid +€319.60 +0 +4 +0 `));
  expect((await shop.run(['orders', 'list', '--due', 'yesterday'])).code).toBe(2);
});
