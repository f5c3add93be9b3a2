import { expect, test } from 'vitest';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

test.each([
  ['paid', ['--desk', '--yes'], (number: string) => `order ${number} is paid or handed over already`],
  ['refund', ['--amount', '400'], (number: string) => `only €319.60 of order ${number} can still be refunded`],
  ['refunded', ['--yes'], (number: string) => `no refund of order ${number} waits to be paid out by hand`],
  ['sync', [], (number: string) => `no provider knows of a payment of order ${number}`],
  [
    'take-back',
    ['tire=1', '--condition', 'new', '--to', 'ringtee'],
    (number: string) => `order ${number}: these are more tires than the buyer has`,
  ],
  [
    'delay',
    ['--day', '2026-12-03', '--reason', 'lost'],
    (number: string) => `Record that the tires of order ${number} come on 2026-12-03`,
  ],
])('orders %s: a message names the order by its stored number, however it was typed', async (verb, args, message) => {
  const number = await shop.paidOrder();
  const { err } = await shop.run(['orders', verb, number.toLowerCase(), ...args]);
  expect(err).toContain(message(number));
});

test('orders delay: names an order that has ended by its stored number', async () => {
  const number = await shop.order();
  await shop.run(['orders', 'cancel', number, '--yes']);
  const delay = ['--day', '2026-12-03', '--reason', 'lost', '--yes'];
  expect(await shop.run(['orders', 'delay', number.toLowerCase(), ...delay])).toMatchObject({
    code: 1,
    err: `orders delay: order ${number} is cancelled\n`,
  });
});

test('orders take-back: proposes a refund by the stored number of the order', async () => {
  const number = await shop.paidOrder();
  await shop.run(['orders', 'complete', number, '--yes']);
  const back = ['tire=1', '--condition', 'new', '--to', 'ringtee'];
  const { out } = await shop.run(['orders', 'take-back', number.toLowerCase(), ...back]);
  expect(out).toContain(`orders refund ${number} --amount 79.90 --reason goodwill`);
});
