import { expect, test } from 'vitest';
import { importStatement } from '../../../src/shop/bank/import-statement.server.ts';
import { findAlerts } from '../../../src/shop/checkout/desk/alerts.server.ts';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import { bankImports } from '../../support/bank/bank-imports.ts';
import { statementOf } from '../../support/bank/statement.ts';
import { kindOf, plain, sentMails } from '../../support/orders/sent-mails.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const context = (now = fridayNoon) => testShopContext(shop.db, { now: () => now });

const { importAt, importOf, transferOrder } = bankImports(shop);
const stored = () =>
  shop.db
    .selectFrom('bank_entries')
    .select(['state', 'unassigned_because as why', 'amount_cents as cents'])
    .orderBy('id')
    .execute();
const mails = async () =>
  (await shop.db.selectFrom('letters').select('kind').where('kind', '=', 'paid').execute()).length;
/** Sends the mails that wait, and returns those of a kind. */
const mailsOf = async (kind: string) => (await sentMails(context())).filter((mail) => kindOf(mail) === kind);
const days = (count: number) => new Date(fridayNoon.getTime() + count * 24 * 60 * 60 * 1000);

test('a transfer with reference and amount confirms its order, once, however often its statement is imported', async () => {
  const { number, reference } = await transferOrder();
  const entry = { id: '2026112000001', amount: '319.60', reference };
  expect(await importOf([entry])).toEqual({ outcomes: { book: 1 }, bookedCents: 31960 });
  expect(await shop.orderState(number)).toEqual({ status: 'confirmed', paid: 'paid', review: null });
  expect(await shop.ledger()).toEqual([
    {
      kind: 'paid',
      provider: 'bank_transfer',
      provider_ref: '2026112000001',
      amount_cents: 31960,
      actor: 'operator:kati',
    },
  ]);
  expect(await importOf([entry])).toEqual({ outcomes: { seen: 1 }, bookedCents: 0 });
  // The next statement overlaps.
  expect(await importOf([entry, { id: 'B2' }])).toMatchObject({ outcomes: { seen: 1, unassigned: 1 } });
  expect(await shop.ledger()).toHaveLength(1);
  expect(await mails()).toBe(1);
});

test('two imports of one statement at once book its money once', async () => {
  const { number, reference } = await transferOrder();
  const entries = [{ amount: '319.60', reference }];
  const summaries = await Promise.all([importOf(entries), importOf(entries)]);
  expect(summaries.map(({ bookedCents }) => bookedCents).toSorted()).toEqual([0, 31960]);
  expect(await shop.orderState(number)).toMatchObject({ status: 'confirmed' });
  expect(await stored()).toHaveLength(1);
});

test('an interrupted import continues where it ended', async () => {
  const [first, second] = [await transferOrder(), await transferOrder()];
  const entries = [
    { id: 'A', amount: '319.60', reference: first.reference },
    { id: 'B', amount: '319.60', reference: second.reference },
  ];
  let calls = 0;
  const killed = testShopContext(shop.db, {
    now: () => {
      calls += 1;
      // Storing an entry reads the clock: throws at the second one.
      if (calls > 2) throw new Error('killed');
      return fridayNoon;
    },
  });
  await expect(importStatement(killed, Buffer.from(statementOf(entries)), 'operator')).rejects.toThrow('killed');
  expect(await shop.orderState(first.number)).toMatchObject({ status: 'confirmed' });
  expect(await shop.orderState(second.number)).toMatchObject({ status: 'awaiting_payment' });
  expect(await importOf(entries)).toMatchObject({ outcomes: { seen: 1, book: 1 } });
  expect(await shop.orderState(second.number)).toMatchObject({ status: 'confirmed' });
});

test('each transaction of a collective entry pays its own order', async () => {
  const [first, second] = [await transferOrder(), await transferOrder()];
  const parts = [first, second].map(({ reference }) => ({ amount: '319.60', reference }));
  expect(await importOf([{ amount: '639.20', parts }])).toMatchObject({ outcomes: { book: 2 } });
  expect(await shop.orderState(second.number)).toMatchObject({ status: 'confirmed', paid: 'paid' });
  expect((await shop.ledger()).map(({ provider_ref }) => provider_ref)).toEqual(['2026112000001/1', '2026112000001/2']);
});

test('a transfer that is one cent short counts as a part and keeps the order from expiring; the missing cent confirms it', async () => {
  const { number, reference } = await transferOrder();
  expect(await importOf([{ id: 'A', amount: '319.59', reference }])).toMatchObject({ outcomes: { part: 1 } });
  expect(await shop.orderState(number)).toEqual({
    status: 'awaiting_payment',
    paid: 'part_paid',
    review: 'amount-mismatch',
  });
  await releaseExpiredOrders(context(days(30)));
  expect(await shop.orderState(number)).toMatchObject({ status: 'awaiting_payment' });
  expect(await importOf([{ id: 'B', amount: '0.01', reference }])).toMatchObject({ outcomes: { book: 1 } });
  expect(await shop.orderState(number)).toEqual({ status: 'confirmed', paid: 'paid', review: null });
});

test('the buyer of a part-paid order gets a mail with the balance and how to pay, unless the rest is paid before the mail', async () => {
  const { number, reference } = await transferOrder();
  await importOf([{ id: 'A', amount: '300.00', reference }]);
  const [mail, ...others] = await mailsOf('part-paid');
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`Order ${number}: part of the price is still to be paid`);
  const text = plain(mail ?? { text: '' });
  expect(text).toContain('We have received €300.00 for this order; its total is €319.60.');
  expect(text).toContain('€19.60 is still to be paid.');
  expect(text).toContain(reference);
  expect(text).toMatch(/Amount: €19\.60/);
  await importOf([
    { id: 'B', amount: '10.00', reference },
    { id: 'C', amount: '9.60', reference },
  ]);
  expect(await mailsOf('part-paid')).toEqual([]);
});

test('a transfer of more than the balance due pays the order and marks it for review', async () => {
  const { number, reference } = await transferOrder();
  expect(await importOf([{ amount: '320.00', reference }])).toMatchObject({ outcomes: { over: 1 } });
  expect(await shop.orderState(number)).toEqual({ status: 'confirmed', paid: 'overpaid', review: 'overpaid' });
});

test('a second payment, one for a cancelled order, and one 40 days late wait for a person', async () => {
  const [paid, cancelled, expired] = [await transferOrder(), await transferOrder(), await transferOrder()];
  await importOf([{ id: 'A', amount: '319.60', reference: paid.reference }]);
  await shop.run(['orders', 'cancel', cancelled.number, '--yes']);
  await releaseExpiredOrders(context(days(40)));
  const late = [paid, cancelled, expired].map(({ reference }, index) => ({
    id: `L${index}`,
    amount: '319.60',
    reference,
  }));
  expect(await importAt(days(40), late)).toEqual({ outcomes: { unassigned: 3 }, bookedCents: 0 });
  expect((await stored()).map(({ why }) => why)).toEqual([null, 'paid', 'closed', 'closed']);
  expect(await shop.orderState(expired.number)).toMatchObject({ status: 'expired', paid: 'unpaid' });
});

test('stores payouts without an order; ignores debits, pending entries and other accounts', async () => {
  const { number, reference } = await transferOrder();
  const summary = await importOf([
    { id: 'P', amount: '319.60', payer: 'Montonio Finance UAB', reference },
    { id: 'D', direction: 'DBIT', reference },
    { id: 'W', status: 'PDNG', amount: '319.60', reference },
    { id: 'F', amount: '319.60', currency: 'SEK', reference },
  ]);
  expect(summary.outcomes).toEqual({ payout: 1, debit: 1, pending: 1, unassigned: 1 });
  expect((await stored()).map(({ state, why }) => [state, why])).toEqual([
    ['payout', null],
    ['unassigned', 'currency'],
  ]);
  expect(await shop.orderState(number)).toMatchObject({ paid: 'unpaid' });
  const other = Buffer.from(statementOf([{}], { account: 'EE471000001020145685' }));
  expect(await importStatement(context(), other, 'operator')).toEqual({ ok: false, reason: 'other-account' });
});

test('money that an employee recorded with the id of the bank is not booked again', async () => {
  const { number, reference } = await transferOrder();
  await shop.run(['orders', 'paid', number, '--reference', '2026112000001', '--yes']);
  expect(await importOf([{ amount: '319.60', reference }])).toEqual({ outcomes: { recorded: 1 }, bookedCents: 0 });
  expect(await shop.ledger()).toHaveLength(1);
});

test('a reversal voids the payment and blocks the hand-over; the owner’s alert says that the tires are handed over', async () => {
  const { number, reference } = await transferOrder();
  await importOf([{ amount: '319.60', reference }]);
  await shop.run(['orders', 'complete', number, '--yes']);
  const reversal = { amount: '319.60', direction: 'DBIT', reversal: true, day: '2026-11-23', reference } as const;
  expect(await importOf([reversal])).toMatchObject({ outcomes: { reverse: 1 } });
  expect(await importOf([reversal])).toMatchObject({ outcomes: { seen: 1 } });
  expect(await shop.orderState(number)).toMatchObject({ status: 'completed', review: 'payment-withdrawn' });
  expect((await stored()).map(({ state }) => state)).toEqual(['reversed', 'reversal']);
  const payments = await shop.db.selectFrom('payments').select('state').execute();
  expect(payments).toEqual([{ state: 'voided' }]);
  const alerts = await findAlerts(shop.db, context().shopConfig, fridayNoon);
  expect(alerts.find(({ kind }) => kind === 'reviews')?.details).toEqual([
    `${number}: payment-withdrawn, tires handed over`,
  ]);
});

test('cancelling an order requests no refund of a payment that the bank has taken back', async () => {
  const { number, reference } = await transferOrder();
  await importOf([{ amount: '319.60', reference }]);
  await importOf([{ amount: '319.60', direction: 'DBIT', reversal: true, day: '2026-11-23', reference }]);
  expect(await shop.run(['orders', 'cancel', number, '--yes'])).toMatchObject({ code: 0 });
  expect(await shop.db.selectFrom('refunds').select('amount_cents').execute()).toEqual([]);
  expect(await shop.orderState(number)).toMatchObject({ status: 'cancelled', review: 'payment-withdrawn' });
  expect(await shop.run(['orders', 'refund', number, '--yes'])).toMatchObject({ code: 1 });
});

test('a reversal ends a refund that no employee has paid out yet', async () => {
  const { number, reference } = await transferOrder();
  await importOf([{ amount: '319.60', reference }]);
  await shop.run(['orders', 'cancel', number, '--yes']);
  await importOf([{ amount: '319.60', direction: 'DBIT', reversal: true, day: '2026-11-23', reference }]);
  expect(await shop.db.selectFrom('refunds').select('state').execute()).toEqual([{ state: 'failed' }]);
  expect(await shop.run(['orders', 'refunded', number, '--reference', 'out-1', '--yes'])).toMatchObject({ code: 1 });
  expect(await shop.orderState(number)).toMatchObject({ status: 'cancelled', review: 'payment-withdrawn' });
});

test('a reversal of a payment that was also refunded marks the payment as disputed', async () => {
  const { number, reference } = await transferOrder();
  await importOf([{ amount: '319.60', reference }]);
  await shop.run(['orders', 'refund', number, '--yes']);
  expect(await shop.run(['orders', 'refunded', number, '--reference', 'out-1', '--yes'])).toMatchObject({ code: 0 });
  await importOf([{ amount: '319.60', direction: 'DBIT', reversal: true, day: '2026-11-23', reference }]);
  expect(await shop.db.selectFrom('payments').select('state').execute()).toEqual([{ state: 'disputed' }]);
  expect(await shop.orderState(number)).toMatchObject({ review: 'payment-withdrawn' });
});

test('a further part payment does not end the review of a part that the bank has taken back', async () => {
  const { number, reference } = await transferOrder();
  await importOf([{ id: 'A', amount: '100.00', reference }]);
  await importOf([{ id: 'A', amount: '100.00', direction: 'DBIT', reversal: true, day: '2026-11-23', reference }]);
  expect(await shop.orderState(number)).toMatchObject({ review: 'payment-withdrawn' });
  expect(await importOf([{ id: 'B', amount: '50.00', reference }])).toMatchObject({ outcomes: { part: 1 } });
  expect(await shop.orderState(number)).toMatchObject({ review: 'payment-withdrawn' });
});

test('ending the review of a withdrawn payment accepts no missing part: a review of the amount follows', async () => {
  const { number, reference } = await transferOrder();
  await importOf([{ id: 'A', amount: '100.00', reference }]);
  await importOf([{ id: 'A', amount: '100.00', direction: 'DBIT', reversal: true, day: '2026-11-23', reference }]);
  await importOf([{ id: 'B', amount: '50.00', reference }]);
  const { out } = await shop.run(['orders', 'reviewed', number, '--yes']);
  expect(out).toContain('to be reviewed: amount-mismatch');
  const reviewed = await shop.db.selectFrom('order_events').select('data').where('type', '=', 'reviewed').execute();
  expect(reviewed).toEqual([{ data: { review: 'payment-withdrawn', missing: 0 } }]);
});

test('ending the review of a cancelled order whose only part payment the bank has taken back leaves no review', async () => {
  const { number, reference } = await transferOrder();
  await importOf([{ id: 'A', amount: '100.00', reference }]);
  await shop.run(['orders', 'cancel', number, '--yes']);
  await importOf([{ id: 'A', amount: '100.00', direction: 'DBIT', reversal: true, day: '2026-11-23', reference }]);
  await shop.run(['orders', 'reviewed', number, '--yes']);
  expect(await shop.orderState(number)).toMatchObject({ status: 'cancelled', review: null });
});

test('a reversal of an unknown transfer waits for a person', async () => {
  const summary = await importOf([{ direction: 'DBIT', reversal: true }]);
  expect(summary.outcomes).toEqual({ unassigned: 1 });
  expect(await stored()).toMatchObject([{ why: 'reversal' }]);
});
