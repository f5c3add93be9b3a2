import { expect, test } from 'vitest';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { runJobs, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const byTransfer = { paymentMethod: 'bank_transfer' };

test('orders paid: confirms an order paid by transfer; refuses a bank reference that is already booked', async () => {
  const number = await shop.order(byTransfer);
  const otherNumber = await shop.order(byTransfer);
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
  const withSameReference = await shop.run(['orders', 'paid', otherNumber, '--reference', 'B1', '--yes', '--json']);
  expect(withSameReference).toMatchObject({
    code: 1,
    err: expect.stringContaining('already recorded for another payment'),
  });
  expect(JSON.parse(withSameReference.out)).toMatchObject({ ok: false, reason: 'booked' });
  const secondPayment = await shop.run(['orders', 'paid', number, '--reference', 'B2', '--yes']);
  expect(secondPayment).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('paid or handed over already'),
  });
  expect(await shop.ledger()).toEqual([booked]);
  const doneJobs = (await runJobs(testShopContext(shop.db))).done.map(({ name }) => name);
  expect(doneJobs).toContain('send-letter');
});

test('orders paid: a part payment prints the balance due and does not confirm the order; paying the balance confirms it', async () => {
  const number = await shop.order(byTransfer);
  const part = await shop.run(['orders', 'paid', number, '--reference', 'B1', '--amount', '250.00', '--yes']);
  expect(part).toEqual({
    code: 0,
    out: `Order ${number} is awaiting_payment, part_paid, €69.60 missing, to be reviewed: amount-mismatch.\n`,
    err: '',
  });
  expect((await shop.run(['orders', 'show', number])).out).toContain('part_paid, €319.60, €69.60 missing');
  await releaseExpiredOrders(testShopContext(shop.db, { now: () => new Date('2027-01-15T10:00:00Z') }));
  for (const act of ['ready', 'complete'])
    expect(await shop.run(['orders', act, number, '--yes'])).toMatchObject({ code: 1 });
  const rest = await shop.run(['orders', 'paid', number, '--method', 'cash', '--yes', '--json']);
  expect(JSON.parse(rest.out).order).toMatchObject({
    status: 'confirmed',
    paid: 'paid',
    paidAmount: 319.6,
    missingAmount: 0,
    overAmount: 0,
    review: null,
  });
  expect(await shop.ledger()).toMatchObject([
    { provider: 'bank_transfer', amount_cents: 25000 },
    { provider: 'pay_at_branch', amount_cents: 6960 },
  ]);
});

test('orders reviewed keeps the review of a part payment until the order is paid, or the part refunded', async () => {
  const number = await shop.order(byTransfer);
  await shop.run(['orders', 'paid', number, '--reference', 'B1', '--amount', '250.00', '--yes']);
  expect(await shop.run(['orders', 'reviewed', number, '--yes'])).toEqual({
    code: 1,
    out: '',
    err: `orders reviewed: order ${number} is not paid (awaiting_payment, part_paid)\n`,
  });
  expect(await shop.orderState(number)).toMatchObject({ review: 'amount-mismatch' });
  await shop.run(['orders', 'refund', number, '--yes']);
  expect(await shop.run(['orders', 'reviewed', number, '--yes'])).toMatchObject({ code: 0 });
  expect(await shop.orderState(number)).toMatchObject({ status: 'awaiting_payment', review: null });
});

test('orders paid: a payment above the total confirms the order, and the surplus is shown', async () => {
  const number = await shop.order(byTransfer);
  const { out } = await shop.run(['orders', 'paid', number, '--reference', 'B1', '--amount', '370', '--yes']);
  expect(out).toBe(`Order ${number} is confirmed, overpaid, €50.40 too much, to be reviewed: overpaid.\n`);
  const secondPayment = await shop.run(['orders', 'paid', number, '--reference', 'B2', '--amount', '1', '--yes']);
  expect(secondPayment).toMatchObject({ code: 1, err: expect.stringContaining('paid or handed over already') });
  await shop.run(['orders', 'refund', number, '--amount', '50.40', '--yes']);
  await shop.run(['orders', 'refunded', number, '--reference', 'B3', '--yes']);
  expect((await shop.run(['orders', 'show', number])).out).toContain('confirmed, paid, €319.60');
});

test('orders paid: a part payment at the desk blocks the handover until the balance is paid', async () => {
  const number = await shop.order();
  await shop.run(['orders', 'paid', number, '--method', 'cash', '--amount', '100', '--yes']);
  expect(await shop.orderState(number)).toEqual({ status: 'confirmed', paid: 'part_paid', review: 'amount-mismatch' });
  expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({ code: 1 });
  await shop.run(['orders', 'paid', number, '--method', 'card', '--yes']);
  expect(await shop.orderState(number)).toEqual({ status: 'confirmed', paid: 'paid', review: null });
  const shown = (await shop.run(['orders', 'show', number])).out;
  expect(shown).toMatch(/€100\.00 +pay_at_branch \(cash\)/);
  expect(shown).toMatch(/€219\.60 +pay_at_branch \(card\)/);
  expect((await shop.run(['orders', 'export'])).out).toContain(';"card, cash";');
});

test('orders paid: refunds all parts when the last one arrives for a closed order whose tires are sold', async () => {
  const number = await shop.order(byTransfer);
  await shop.run(['orders', 'cancel', number, '--yes']);
  await shop.run(['stock', 'set', 'tire', 'ringtee', '0']);
  await shop.run(['stock', 'set', 'tire', 'annelinn', '0']);
  const part = await shop.run(['orders', 'paid', number, '--reference', 'B1', '--amount', '100', '--yes']);
  expect(part).toMatchObject({ code: 3, err: expect.stringContaining('only a part was paid') });
  await shop.run(['orders', 'paid', number, '--reference', 'B2', '--yes']);
  const { refunds, review } = JSON.parse((await shop.run(['orders', 'show', number, '--json'])).out);
  expect(refunds.map(({ amount }: { amount: number }) => amount).sort()).toEqual([100, 219.6]);
  expect(review).toBe('late-payment');
});

test('orders paid: says that only a part was paid, also of a cancelled order whose earlier payment the bank took back', async () => {
  const number = await shop.order(byTransfer);
  await shop.run(['orders', 'cancel', number, '--yes']);
  await shop.db.updateTable('orders').set({ review: 'payment-withdrawn' }).where('number', '=', number).execute();
  const { code, err } = await shop.run(['orders', 'paid', number, '--reference', 'B1', '--amount', '100', '--yes']);
  expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('only a part was paid') });
});

test('orders paid: books a payment for a cancelled order without stock, requests its refund, and exits with code 3', async () => {
  const number = await shop.order(byTransfer);
  await shop.run(['orders', 'cancel', number, '--yes']);
  await shop.run(['stock', 'set', 'tire', 'ringtee', '0']);
  await shop.run(['stock', 'set', 'tire', 'annelinn', '0']);
  const { code, out, err } = await shop.run(['orders', 'paid', number, '--reference', 'B1', '--yes']);
  expect({ code, out }).toEqual({
    code: 3,
    out: `Order ${number} is cancelled, paid, to be reviewed: late-payment.\n`,
  });
  expect(err).toContain('a refund was requested');
  expect(await shop.run(['orders', 'refunded', number, '--reference', 'B2', '--yes'])).toMatchObject({ code: 0 });
  expect(await shop.orderState(number)).toMatchObject({ paid: 'refunded' });
});

test('orders paid: books the payment of a company on credit after the hand-over, with exit code 0', async () => {
  const regCode = '10421629';
  const number = await shop.order({ company: { name: 'Veod OÜ', regCode, vatNumber: '' } });
  const credit = { credit_reg_code: regCode, credit_days: 14 };
  await shop.db.updateTable('orders').set(credit).where('number', '=', number).execute();
  await shop.run(['orders', 'complete', number, '--yes']);
  expect(await shop.run(['orders', 'paid', number, '--reference', 'B1', '--yes'])).toEqual({
    code: 0,
    out: `Order ${number} is completed, paid.\n`,
    err: '',
  });
});

test('orders ready: asks for confirmation, because it mails the buyer; refuses an order that awaits payment or is ready', async () => {
  const number = await shop.order();
  expect(await shop.run(['orders', 'ready', number])).toMatchObject({
    code: 2,
    err: expect.stringContaining('and mail the buyer: cannot ask for confirmation without a terminal'),
  });
  expect(await shop.orderState(number)).toMatchObject({ status: 'confirmed' });
  const result = await shop.run(['orders', 'ready', number, '--yes']);
  expect(result).toEqual({ code: 0, out: `Order ${number} is ready, unpaid.\n`, err: '' });
  expect(await shop.run(['orders', 'ready', number, '--yes'])).toMatchObject({
    code: 1,
    err: `orders ready: order ${number} is ready and cannot become ready\n`,
  });
  const awaitingTransfer = await shop.order(byTransfer);
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

test('orders reviewed: unblocks an order that ready and complete refuse because of its review mark', async () => {
  const number = await shop.paidOrder();
  expect(await shop.run(['orders', 'reviewed', number, '--yes'])).toMatchObject({
    code: 1,
    err: `orders reviewed: order ${number} has no review mark\n`,
  });
  await shop.db.updateTable('orders').set({ review: 'amount-mismatch' }).where('number', '=', number).execute();
  for (const verb of ['ready', 'complete']) {
    expect(await shop.run(['orders', verb, number, '--yes'])).toMatchObject({
      code: 1,
      err: `orders ${verb}: order ${number} must be reviewed first (amount-mismatch); then use \`orders reviewed ${number}\`\n`,
    });
  }
  expect(await shop.run(['orders', 'reviewed', number, '--yes'])).toMatchObject({ code: 0 });
  expect(await shop.orderState(number)).toMatchObject({ review: null });
  expect(await shop.run(['orders', 'ready', number, '--yes'])).toMatchObject({ code: 0 });
});

test('orders complete: requires the whole total, unless a person accepted the balance due', async () => {
  const number = await shop.order();
  await shop.run(['orders', 'paid', number, '--method', 'cash', '--amount', '300', '--yes']);
  await shop.run(['orders', 'reviewed', number, '--yes']);
  // A higher total than at the review: the balance due is larger than the accepted one.
  const setTotal = (total_cents: number) => shop.db.updateTable('orders').set({ total_cents }).execute();
  await setTotal(33960);
  expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not paid (confirmed, part_paid)'),
  });
  await setTotal(31960);
  expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({ code: 0 });
});

test('orders complete: a part that was refunded after full payment is not due again', async () => {
  const number = await shop.paidOrder();
  await shop.run(['orders', 'refund', number, '--amount', '20', '--yes']);
  await shop.run(['orders', 'refunded', number, '--method', 'card', '--yes']);
  expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({ code: 0 });
});
