import { expect, test } from 'vitest';
import { todayOf } from '../../../src/shop/desk/today.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { items } from '../../support/orders/order-form.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();

const day = (date: string) => new Date(`${date}T08:00:00Z`);
const today = (branch = 'ringtee', now?: Date) => todayOf(testShopContext(shop.db, now && { now: () => now }), branch);
const done = async (...args: string[]) => {
  const result = await shop.run(args);
  expect(result, result.err).toMatchObject({ code: 0 });
};

test('lists an order due today as to be put aside, then as waiting, then not any more', async () => {
  const number = await shop.order({ plate: '123 ABC', fulfilment: 'fitting' });
  const before = await today();
  expect(before.toDo).toMatchObject({
    total: 1,
    rows: [
      {
        ...{ number, name: 'Mari Maasikas', phone: '+372 5123 4567', plate: '123 ABC', fulfilment: 'fitting' },
        tires: { state: 'here', here: 4, aside: 0, coming: 0 },
        money: { paid: false, dueCents: 31_960 },
        shelf: null,
        nextAct: 'put-aside',
      },
    ],
  });
  expect(before.newOrders).toMatchObject({ total: 1, rows: [{ number, totalCents: 31_960 }] });
  expect(before).toMatchObject({ branch: 'ringtee', day: '2026-11-20' });
  expect((await today('annelinn')).toDo.total).toBe(0);

  await done('orders', 'put-aside', number, '--shelf', 'A3');
  expect((await today()).toDo.rows).toMatchObject([{ shelf: 'A3', tires: { aside: 4 }, nextAct: 'ready' }]);
  await done('orders', 'ready', number, '--yes');
  const later = await today('ringtee', day('2026-11-23'));
  expect(later.toDo.total).toBe(0);
  expect(later.waiting).toMatchObject({
    total: 1,
    rows: [{ number, readyOn: '2026-11-20', days: 3, nextAct: 'paid-card' }],
  });
  expect(later.newOrders.total).toBe(0);
  await done('orders', 'paid', number, '--method', 'card', '--yes');
  expect((await today()).waiting.rows).toMatchObject([{ money: { paid: true, dueCents: 0 }, nextAct: 'hand-over' }]);
  await done('orders', 'complete', number, '--yes');
  expect((await today()).waiting.total).toBe(0);
});

test('lists an order with tires at another branch as at risk, to send there and to receive here', async () => {
  const number = await shop.order({ items: items(['tire', 12]) });
  const here = await today();
  expect(here.toDo.total).toBe(0);
  expect(here.atRisk).toMatchObject({
    total: 1,
    rows: [{ number, risk: 'next-day', tires: { state: 'partly', here: 8, coming: 4 }, nextAct: 'arrived' }],
  });
  expect(here.toReceive).toMatchObject({
    total: 1,
    pieces: 4,
    rows: [{ number, from: 'annelinn', count: 4, state: 'requested' }],
  });
  const there = await today('annelinn');
  expect(there).toMatchObject({ toSend: { total: 1, pieces: 4 }, toReceive: { total: 0 }, atRisk: { total: 0 } });
  await done('transfers', 'sent', String(there.toSend.rows[0]?.id));
  expect((await today('annelinn')).toSend.total).toBe(0);
  expect((await today()).toReceive.rows).toMatchObject([{ state: 'sent', late: false }]);
  const risks = [];
  for (const date of ['2026-11-23', '2026-11-24']) risks.push((await today('ringtee', day(date))).atRisk.rows[0]?.risk);
  expect(risks).toEqual(['today', 'late']);
});

test('lists under “needs attention” reviews in every state, open withdrawals and uncollected orders', async () => {
  const blocked = await shop.order();
  await done('orders', 'paid', blocked, '--method', 'cash', '--amount', '50', '--yes');
  const first = await today();
  expect(first.needsAttention.rows).toMatchObject([
    { number: blocked, reasons: ['review-amount-mismatch'], nextAct: 'paid-card' },
  ]);
  expect(first.toDo.total).toBe(0);
  await done('orders', 'reviewed', blocked, '--yes');
  expect(await today()).toMatchObject({
    needsAttention: { total: 0 },
    toDo: { rows: [{ money: { paid: true, dueCents: 0 } }] },
  });

  const withdrawn = await shop.paidOrder({ branch: 'annelinn' });
  await done('orders', 'complete', withdrawn, '--yes');
  await shop.withdraw({ number: withdrawn, name: 'Mari Maasikas', email: (await emailOf(withdrawn)) ?? '' });
  expect((await today('annelinn')).needsAttention.rows).toMatchObject([
    { number: withdrawn, reasons: ['withdrawal'], nextAct: 'take-back' },
  ]);

  const uncollected = await shop.paidOrder({ branch: 'annelinn' });
  await done('orders', 'ready', uncollected, '--yes');
  const inDecember = await today('annelinn', day('2026-12-28'));
  expect(inDecember.needsAttention.rows).toMatchObject([
    { number: withdrawn },
    { number: uncollected, reasons: ['not-collected'], nextAct: 'cancel' },
  ]);
});

test('lists an order whose balance was not paid in time under “needs attention”', async () => {
  await seedTires(shop.db, [{ id: 'dearer', price: 9_990, stock: { ringtee: 8 } }]);
  const number = await shop.paidOrder();
  await done('orders', 'change', number, '--swap', 'tire=dearer', '--yes');
  expect((await today()).needsAttention.total).toBe(0);
  const later = await today('ringtee', day('2027-01-20'));
  expect(later.needsAttention.rows).toMatchObject([
    { number, reasons: ['rest-due'], nextAct: 'paid-card', money: { dueCents: 8_000 } },
  ]);
});

const emailOf = async (number: string) =>
  (await shop.db.selectFrom('orders').select('email').where('number', '=', number).executeTakeFirst())?.email;

test('an order that is ready without a shelf is still to be put aside', async () => {
  const number = await shop.paidOrder();
  await done('orders', 'ready', number, '--yes');
  expect(await today()).toMatchObject({
    toDo: { total: 1, rows: [{ number, shelf: null, nextAct: 'put-aside' }] },
    waiting: { total: 1, rows: [{ number, nextAct: 'hand-over' }] },
  });
  await done('orders', 'put-aside', number, 'tire=4', '--shelf', 'A3');
  expect(await today()).toMatchObject({ toDo: { total: 0 }, waiting: { rows: [{ number, shelf: 'A3' }] } });
});
