import { expect, test } from 'vitest';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { runJobs, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const transfer = { paymentMethod: 'bank_transfer' };

test('orders paid: a transfer confirms the order; refuses a reference booked before', async () => {
  const number = await shop.order(transfer);
  const other = await shop.order(transfer);
  const { code, out } = await shop.run(['orders', 'paid', number, '--reference', ' B1 ', '--yes', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    order: { number, status: 'confirmed', paid: 'paid', total: 319.6, paidAmount: 319.6, refundedAmount: 0 },
  });
  const booked = {
    kind: 'paid',
    provider: 'bank_transfer',
    provider_ref: 'B1',
    amount_cents: 31960,
    actor: 'operator',
  };
  expect(await shop.ledger()).toEqual([booked]);
  const again = await shop.run(['orders', 'paid', other, '--reference', 'B1', '--yes', '--json']);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('booked already') });
  expect(JSON.parse(again.out)).toMatchObject({ ok: false, reason: 'booked' });
  const twice = await shop.run(['orders', 'paid', number, '--reference', 'B2', '--yes']);
  expect(twice).toMatchObject({ code: 1, out: '', err: expect.stringContaining('paid or handed over already') });
  expect(await shop.ledger()).toEqual([booked]);
  const kinds = (await runJobs(testShopContext(shop.db))).done.map(({ name }) => name);
  expect(kinds).toContain('send-letter');
});

test('orders paid: books and refunds money for a cancelled order whose tires are sold, with exit code 3', async () => {
  const number = await shop.order(transfer);
  await shop.run(['orders', 'cancel', number, '--yes']);
  await shop.run(['stock', 'set', 'tire', 'ringtee', '0']);
  await shop.run(['stock', 'set', 'tire', 'annelinn', '0']);
  const { code, out, err } = await shop.run(['orders', 'paid', number, '--reference', 'B1', '--yes']);
  expect({ code, out }).toEqual({
    code: 3,
    out: `Order ${number} is cancelled, paid, to be reviewed: late-payment.\n`,
  });
  expect(err).toContain('a refund was asked for');
  expect(await shop.run(['orders', 'refunded', number, '--reference', 'B2', '--yes'])).toMatchObject({ code: 0 });
  expect(await shop.orderState(number)).toMatchObject({ paid: 'refunded' });
});

test('orders ready: asks for confirmation, because it mails the buyer; refuses an order that awaits payment or is ready', async () => {
  const number = await shop.order();
  expect(await shop.run(['orders', 'ready', number])).toMatchObject({
    code: 2,
    err: expect.stringContaining('and write to the buyer: cannot ask for confirmation without a terminal'),
  });
  expect(await shop.orderState(number)).toMatchObject({ status: 'confirmed' });
  const done = await shop.run(['orders', 'ready', number, '--yes']);
  expect(done).toEqual({ code: 0, out: `Order ${number} is ready, unpaid.\n`, err: '' });
  expect(await shop.run(['orders', 'ready', number, '--yes'])).toMatchObject({
    code: 1,
    err: `orders ready: order ${number} is ready and cannot become ready\n`,
  });
  const awaitingTransfer = await shop.order(transfer);
  const refused = await shop.run(['orders', 'ready', awaitingTransfer, '--yes', '--json']);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is not paid (awaiting_payment, unpaid)') });
  expect(JSON.parse(refused.out)).toMatchObject({ ok: false, reason: 'unpaid' });
});

test('orders complete: refuses an unpaid or completed order', async () => {
  const payAtBranch = await shop.order();
  expect(await shop.run(['orders', 'complete', payAtBranch, '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not paid'),
  });
  const number = await shop.paidOrder();
  expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({
    code: 0,
    out: `Order ${number} is completed, paid.\n`,
  });
  expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('is completed already'),
  });
});

test('orders reviewed: unblocks an order whose review makes ready and complete refuse it', async () => {
  const number = await shop.paidOrder();
  expect(await shop.run(['orders', 'reviewed', number, '--yes'])).toMatchObject({
    code: 1,
    err: `orders reviewed: order ${number} has no review mark\n`,
  });
  await shop.db.updateTable('orders').set({ review: 'amount-mismatch' }).where('number', '=', number).execute();
  for (const act of ['ready', 'complete']) {
    expect(await shop.run(['orders', act, number, '--yes'])).toMatchObject({
      code: 1,
      err: `orders ${act}: order ${number} must be reviewed first (amount-mismatch); then: orders reviewed ${number}\n`,
    });
  }
  expect(await shop.run(['orders', 'reviewed', number, '--yes'])).toMatchObject({ code: 0 });
  expect(await shop.orderState(number)).toMatchObject({ review: null });
  expect(await shop.run(['orders', 'ready', number, '--yes'])).toMatchObject({ code: 0 });
});
