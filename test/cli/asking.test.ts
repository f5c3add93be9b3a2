import { expect, test } from 'vitest';
import { shopOfOrders } from '../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

// The verb, further arguments, a function that places the order, and the expected question.
test.each([
  ['paid', ['--desk'], shop.order, 'Book €319.60 as paid at the desk for order NUMBER of Mari Maasikas'],
  ['complete', [], shop.paidOrder, 'Mark order NUMBER of Mari Maasikas as handed over'],
  ['cancel', [], shop.paidOrder, 'Cancel order NUMBER of Mari Maasikas and give €319.60 back'],
  ['refund', [], shop.paidOrder, 'Refund €319.60 of order NUMBER to Mari Maasikas (goodwill)'],
] as const)(
  'orders %s asks for confirmation: “no” changes nothing, “yes” runs it; without a terminal it exits with code 2',
  async (verb, options, placeOrder, expectedQuestion) => {
    const number = await placeOrder();
    const args = ['orders', verb, number, ...options];
    const before = await shop.run(['orders', 'show', number, '--json']);
    const question = expectedQuestion.replace('NUMBER', number);
    for (const answer of ['', 'n', 'no', 'yess']) {
      const declined = await shop.run(args, answer);
      expect(declined).toEqual({ code: 1, out: '', err: `${question}? [y/N] orders ${verb}: nothing has changed\n` });
    }
    const json = await shop.run([...args, '--json'], 'no');
    expect(JSON.parse(json.out)).toEqual({ ok: false, reason: 'declined', message: 'nothing has changed' });
    const withoutTerminal = await shop.run(args);
    expect(withoutTerminal).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(`${question}: cannot ask for confirmation`),
    });
    expect(await shop.run(['orders', 'show', number, '--json'])).toEqual(before);
    expect(await shop.run(args, 'Y')).toMatchObject({ code: 0, err: `${question}? [y/N] ` });
    expect(await shop.run(['orders', 'show', number, '--json'])).not.toEqual(before);
  },
);

test('Ctrl-C at a question changes nothing', async () => {
  const number = await shop.order();
  const { question, stop } = shop.ask(['orders', 'cancel', number, '--json']);
  await question;
  expect(await stop()).toMatchObject({
    code: 130,
    out: '',
    err: expect.stringContaining('stopped, nothing has changed'),
  });
  expect(await shop.orderState(number)).toMatchObject({ status: 'confirmed' });
});

test('records the operating system’s user name in the actor, without special characters', async () => {
  const number = await shop.order();
  const env = { DATABASE_URL: shop.database.url, USER: 'kati\n<tamm>' };
  await shop.run(['orders', 'ready', number, '--yes'], undefined, { env });
  const actors = await shop.db.selectFrom('order_events').select('actor').where('type', '=', 'ready').execute();
  expect(actors).toEqual([{ actor: 'operator:katitamm' }]);
});

test('creates no job queues in a database that is not the shop’s', async () => {
  const url = new URL(shop.database.url);
  url.pathname = '/postgres';
  const refused = await shop.run(['orders', 'ready', 'R26-AAAAA', '--yes'], undefined, {
    env: { DATABASE_URL: url.href },
  });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('start the shop on it once') });
});
