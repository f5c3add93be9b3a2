import { expect, test } from 'vitest';
import { seedTires } from '../../support/database/seed.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

const change = (number: string, ...options: string[]) => shop.run(['orders', 'change', number, ...options, '--yes']);
const shown = async (number: string) => JSON.parse((await shop.run(['orders', 'show', number, '--json'])).out);

test.each([
  [['--count', 'tire=0'], 'use `orders cancel'],
  [['--count', 'tire=5'], '--count: max'],
  [['--count', 'other=1'], '--count: unknown'],
  [['--count', 'tire=4'], 'already is as requested'],
  [['--swap', 'tire=nothing'], '--swap: unknown'],
  [['--swap', 'tire=cheaper=9'], '--swap: max'],
  [['--count', 'tire=1', '--swap', 'tire=cheaper=2'], '--swap: max'],
  [['--swap', 'tire=cheaper=1', '--swap', 'tire=dearer=1'], 'invalid'],
  [['--swap', 'tire=few'], 'only 2 of few are available'],
  [['--branch', 'nowhere'], '--branch: unknown'],
  [['--phone', 'x'], '--phone: phone'],
  [['--plate', '?'], '--plate: plate'],
  [[], 'already is as requested'],
])('orders change: refuses %j', async (options, reason) => {
  await seedTires(shop.db, [
    { id: 'dearer', price: 9990, stock: { ringtee: 4 } },
    { id: 'cheaper', price: 5990, stock: { annelinn: 4 } },
    { id: 'few', stock: { ringtee: 2 } },
  ]);
  const number = await shop.order();
  const refused = await change(number, ...options);
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain(reason);
  expect(await shown(number)).toMatchObject({ total: 319.6 });
});

test('orders change: asks first, and refuses if the order was changed before the answer', async () => {
  const number = await shop.order();
  const asking = shop.ask(['orders', 'change', number, '--count', 'tire=2']);
  await asking.question;
  await change(number, '--note', 'Palun helistage');
  expect(await asking.answer('y')).toMatchObject({ code: 1, err: expect.stringContaining('has changed meanwhile') });
  expect(await shown(number)).toMatchObject({ total: 319.6 });
});

test('a closed order cannot be changed', async () => {
  const number = await shop.order();
  await shop.run(['orders', 'cancel', number, '--yes']);
  expect(await change(number, '--count', 'tire=2')).toMatchObject({
    code: 1,
    err: expect.stringContaining('cancelled'),
  });
});
