import { expect, test } from 'vitest';
import { shopOfOrders } from '../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();
const cash = async (...args: string[]) => {
  const { code, out, err } = await shop.run(['cash', ...args, '--json']);
  return { code, err, drawer: code === 0 ? JSON.parse(out).drawer : undefined };
};

test('cash: the expected cash is the opening, plus cash of orders and money put in, minus cash refunds and money taken out', async () => {
  await shop.db.updateTable('tires').set({ price_cents: 7989 }).execute();
  expect(await cash('open', 'ringtee', '150,00')).toMatchObject({ code: 0, drawer: { opening: 150, expected: 150 } });
  const number = JSON.parse(
    (await shop.run(['orders', 'sell', '--branch', 'ringtee', 'tire=4', '--cash', '--json'])).out,
  ).order.number;
  const saleAtOtherBranch = JSON.parse(
    (await shop.run(['orders', 'sell', '--branch', 'annelinn', 'tire=4', '--cash', '--json'])).out,
  );
  expect(saleAtOtherBranch.ok).toBe(true);
  await shop.run(['orders', 'sell', '--branch', 'ringtee', 'tire=1', '--card']);
  // 150 € at the opening, 319.56 € in cash, rounded to 319.55 €, and 20 € put in.
  expect((await cash('in', 'ringtee', '20', '--reason', 'change')).drawer).toMatchObject({ expected: 489.55 });
  expect((await cash('out', 'ringtee', '200', '--reason', 'to the bank')).drawer).toMatchObject({ expected: 289.55 });
  // 79.89 goes back as 79.90.
  await shop.run(['orders', 'refund', number, '--amount', '79.89', '--yes']);
  expect((await shop.run(['orders', 'refunded', number, '--method', 'cash', '--yes'])).code).toBe(0);
  const { drawer } = await cash('show', 'ringtee');
  expect(drawer).toMatchObject({ received: 319.55, refunded: 79.9, expected: 209.65, closed: null });
  expect(drawer.movements).toMatchObject([
    { amount: 20, reason: 'change', actor: 'operator' },
    { amount: -200, reason: 'to the bank' },
  ]);
  const counted = await cash('count', 'ringtee', '209.60', '--yes');
  expect(counted.drawer.closed).toMatchObject({ by: 'operator', counted: 209.6, difference: -0.05 });
  expect((await shop.run(['cash', 'show', 'ringtee'])).out).toContain('counted €209.60, difference −€0.05');
});

test('cash: counts a deposit in cash unrounded, but not the balance that is paid by card', async () => {
  await cash('open', 'ringtee', '0');
  const number = await shop.order();
  await shop.run(['orders', 'paid', number, '--method', 'cash', '--amount', '100.01', '--yes']);
  const rest = await shop.run(['orders', 'paid', number, '--method', 'card', '--yes']);
  expect(rest.out).toBe(`At the desk: €100.01 in cash, €219.59 by card.\nOrder ${number} is confirmed, paid.\n`);
  expect((await cash('show', 'ringtee')).drawer).toMatchObject({ received: 100.01 });
});

test.each([
  ['the exact amount', ['--amount', '319.57']],
  ['the rounded amount', ['--amount', '319.55']],
  ['no amount', []],
])('orders paid: cash with %s settles 319.57 € with 319.55 €', async (_case, options) => {
  const number = await shop.order({ items: [{ id: 'tire', count: 1, price: 79.9 }] });
  await shop.db.updateTable('order_lines').set({ price_cents: 31957 }).execute();
  await shop.db.updateTable('orders').set({ total_cents: 31957 }).execute();
  await shop.run(['orders', 'paid', number, '--method', 'cash', ...options, '--yes']);
  expect(await shop.orderState(number)).toMatchObject({ status: 'confirmed', paid: 'paid' });
  const ledger = await shop.db.selectFrom('payment_ledger').select(['amount_cents', 'rounding_cents']).execute();
  expect(ledger).toEqual([{ amount_cents: 31957, rounding_cents: -2 }]);
});

test('cash: a branch has one open drawer; a closed one is never changed', async () => {
  expect(await cash('in', 'ringtee', '5', '--reason', 'x')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no cash drawer is open'),
  });
  const opened = await Promise.all([
    cash('open', 'ringtee', '1'),
    cash('open', 'ringtee', '2'),
    cash('open', 'annelinn', '3'),
  ]);
  expect(opened.map(({ code }) => code).sort()).toEqual([0, 0, 1]);
  expect(await cash('out', 'annelinn', '3.01', '--reason', 'x')).toMatchObject({
    code: 1,
    err: expect.stringContaining('only €3.00'),
  });
  expect(await shop.run(['cash', 'count', 'annelinn', '3'])).toMatchObject({ code: 2 });
  expect((await cash('count', 'annelinn', '3', '--yes')).drawer.closed.difference).toBe(0);
  expect(await cash('count', 'annelinn', '3', '--yes')).toMatchObject({ code: 1 });
  expect((await cash('open', 'annelinn', '3')).code).toBe(0);
});

test.each([
  [['open', 'tallinn', '5']],
  [['open', 'ringtee', 'five']],
  [['open', 'ringtee']],
  [['in', 'ringtee', '5']],
  [['out', 'ringtee', '0', '--reason', 'x']],
])('cash: exits with code 2 for invalid arguments: %j', async (args) => {
  expect((await cash(...args)).code).toBe(2);
});
