import { expect, test } from 'vitest';
import { storeWithdrawal } from '../../../src/shop/checkout/withdraw/withdrawals.server.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { runJobs, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();

test('orders show: prints the whole order as text and as JSON', async () => {
  const number = await shop.order();
  // An old note may contain control characters, which are now removed when an order is placed.
  await shop.db.updateTable('orders').set({ note: 'Palun\u001b[2J helistage' }).execute();
  const id = await shop.idOf(number);
  await shop.run(['orders', 'paid', number, '--desk', '--yes'], undefined, {
    env: { DATABASE_URL: shop.database.url, USER: 'kati' },
  });
  await shop.run(['orders', 'refund', number, '--amount', '12,50', '--yes']);
  const context = testShopContext(shop.db);
  await runJobs(context);
  const withdrawal = { number, name: 'Mari', email: 'm@example.com', items: [{ id: 'tire', count: 1 }], note: 'katki' };
  await storeWithdrawal(context, id, { ...withdrawal, locale: 'en' });
  await shop.db.updateTable('letters').set({ sent_at: context.now() }).where('kind', '=', 'paid').execute();
  const { code, out } = await shop.run(['orders', 'show', number.toLowerCase()]);
  expect(code).toBe(0);
  for (const text of [
    `${number}  confirmed, paid, €319.60`,
    'placed 2026-11-20 12:00, promised for ',
    '4 × Nokian Hakka Blue 3 205/55 R16 91V XL at €79.90  (tire)',
    '  4 from ringtee, lead time 0 days, sold',
    'Refunds',
    '€12.50',
    'paid: sent 2026-11-20 12:00',
    'placed: not sent yet',
    'Mari: 1 × tire; katki',
    'operator:kati',
    'note: Palun\u{fffd}[2J helistage',
  ])
    expect(out).toContain(text);
  expect(out).not.toContain('reserved until');
  expect((await shop.run(['orders', 'show', await shop.order()])).out).toMatch(/reserved until 2026-11-.* unless paid/);
  const shown = JSON.parse((await shop.run(['orders', 'show', number, '--json'])).out);
  expect(shown).toMatchObject({
    number,
    status: 'confirmed',
    paid: 'paid',
    total: 319.6,
    paidAmount: 319.6,
    lines: [{ tireId: 'tire', count: 4, price: 79.9, holds: [{ place: 'ringtee', count: 4, state: 'sold' }] }],
    payments: [{ provider: 'pay_at_branch', state: 'paid', amount: 319.6 }],
    ledger: [{ kind: 'paid', amount: 319.6, actor: 'operator:kati' }],
    refunds: [{ state: 'requested', amount: 12.5, reason: 'goodwill', requestedBy: 'operator' }],
    withdrawals: [{ name: 'Mari', items: [{ id: 'tire', count: 1 }] }],
  });
  expect(shown.history.map(({ type }: { type: string }) => type)).toContain('payment-paid');
  expect(Object.keys(shown)).not.toContain('id');
});

test('orders show: names other orders from the same browser', async () => {
  const [first, second, other] = [await shop.order(), await shop.order(), await shop.order()];
  await shop.db.updateTable('orders').set({ device_id: 'a1b2c3d4e5f6g7h8' }).where('number', '<>', other).execute();
  const { out } = await shop.run(['orders', 'show', first]);
  expect(out).toContain(`also ordered from the same browser: ${second}\n`);
  expect((await shop.run(['orders', 'show', other])).out).not.toContain('same browser');
});

test.each(['show', 'paid', 'ready', 'complete', 'cancel', 'refund', 'refunded', 'reviewed', 'sync'])(
  'orders %s: refuses an unknown order number',
  async (command) => {
    const args = ['orders', command, 'R26-XXXXX', ...(command === 'paid' ? ['--desk'] : [])];
    const { code, out, err } = await shop.run(args);
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: `orders ${command}: there is no order R26-XXXXX\n` });
    const json = await shop.run([...args, '--json']);
    const message = 'there is no order R26-XXXXX';
    expect(json).toMatchObject({ code: 1, err });
    expect(JSON.parse(json.out)).toEqual({ ok: false, reason: 'unknown-order', message });
  },
);

test('orders withdrawals: lists all withdrawals, also those without an order; --open lists those not yet handled', async () => {
  expect(await shop.run(['orders', 'withdrawals'])).toEqual({ code: 0, out: 'No withdrawals.\n', err: '' });
  const context = testShopContext(shop.db);
  const declare = async (number: string, orderId: number | null) =>
    storeWithdrawal(context, orderId, {
      number,
      name: number,
      email: 'm@example.com',
      items: null,
      note: '',
      locale: 'ee',
    });
  const [refunded, waiting, cancelled] = [await shop.order(), await shop.order(), await shop.order()];
  for (const number of [refunded, waiting, cancelled]) await declare(number, await shop.idOf(number));
  await declare('R26-LOST', null);
  for (const number of [refunded, waiting]) await shop.run(['orders', 'paid', number, '--desk', '--yes']);
  await shop.run(['orders', 'refund', refunded, '--reason', 'withdrawal', '--yes']);
  await shop.run(['orders', 'cancel', cancelled, '--yes']);
  const listed = await shop.run(['orders', 'withdrawals']);
  expect(listed.out).toMatch(/R26-LOST +unknown +R26-LOST +m@example\.com +the whole order +[\da-f-]{36}\n/);
  const listNumbers = async (...args: string[]) => {
    const { out } = await shop.run(['orders', 'withdrawals', '--json', ...args]);
    return (JSON.parse(out).withdrawals as { number: string }[]).map(({ number }) => number).sort();
  };
  expect(await listNumbers()).toEqual([refunded, waiting, cancelled, 'R26-LOST'].sort());
  expect(await listNumbers('--open')).toEqual([waiting, 'R26-LOST'].sort());

  const [, unknownOrderId = ''] = /R26-LOST .* ([\da-f-]{36})\n/.exec(listed.out) ?? [];
  expect(await shop.run(['orders', 'handled', unknownOrderId])).toMatchObject({
    code: 0,
    out: `Declaration ${unknownOrderId} is handled.\n`,
  });
  expect(await shop.run(['orders', 'handled', unknownOrderId])).toMatchObject({ code: 1 });
  expect(await shop.run(['orders', 'handled', 'R26-LOST'])).toMatchObject({ code: 2 });
  expect(await listNumbers('--open')).toHaveLength(1);
  expect(await listNumbers()).toHaveLength(4);
});

test('a withdrawal whose note describes a part of the order is not printed as one from the whole order', async () => {
  const number = await shop.order();
  const { email } = await shop.db.selectFrom('orders').select('email').executeTakeFirstOrThrow();
  await shop.withdraw({ number, name: 'Mari', email, note: 'kaks rehvi' });
  expect((await shop.run(['orders', 'show', number])).out).toContain('Mari: described in the note; kaks rehvi\n');
  const listed = await shop.run(['orders', 'withdrawals']);
  expect(listed.out).toMatch(/ Mari +\S+@example\.com +described in the note +kaks rehvi +[\da-f-]{36}\n/);
});
