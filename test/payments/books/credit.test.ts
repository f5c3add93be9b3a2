import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { importStatement } from '../../../src/shop/bank/import-statement.server.ts';
import { readMoneyMoves } from '../../../src/shop/books/accounts/money-moves.server.ts';
import { monthReport } from '../../../src/shop/books/accounts/month-report.server.ts';
import { instantAt } from '../../../src/shop/calendar.ts';
import { changeOrder } from '../../../src/shop/checkout/change/change-order.server.ts';
import { allowCredit } from '../../../src/shop/checkout/desk/allow-credit.server.ts';
import { completeOrder, markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { setCompany } from '../../../src/shop/checkout/documents/set-company.server.ts';
import { handOver as handOverTires } from '../../../src/shop/checkout/handover/hand-over.server.ts';
import { takeBack, undoTakeBack } from '../../../src/shop/checkout/returns/take-back.server.ts';
import { listMoneyTasks } from '../../../src/shop/desk/money.server.ts';
import { deskOrder } from '../../../src/shop/desk/order/desk-order.server.ts';
import { statementOf } from '../../support/bank/statement.ts';
import { bank, paymentsShop } from '../payments-shop.ts';
import { documentedOrders } from './documented-orders.ts';

const shop = paymentsShop();
const { documentsOf } = documentedOrders(shop);

const veod = { name: 'Veod OÜ', regCode: '10421629', vatNumber: '' };
const context = () => ({
  ...shop.context,
  shopConfig: { ...shop.context.shopConfig, books: { creditCompanies: [{ regCode: veod.regCode, days: 14 }] } },
});
const credit = (order: { id: number }) => allowCredit(context(), order.id, 'staff:kati');
const handOver = (order: { id: number }) => completeOrder(context(), order.id, 'staff:kati');
const oneNewTire = { tires: new Map([['tire', 1]]), condition: 'new', place: 'ringtee' } as const;
const pay = async (order: { id: number }, amount: string, id = 'T1') => {
  const [row] = await shop.rows('select reference from orders where id = $1', [order.id]);
  const statement = statementOf([{ id, amount, reference: row?.reference, day: '2026-12-03' }]);
  const imported = await importStatement(context(), Buffer.from(statement), 'operator');
  return imported.ok && imported.summary.outcomes;
};

test('a company on credit gets its tires unpaid, with an invoice that is due later, and pays it by transfer', async () => {
  const order = await shop.order('pay_at_branch', 4, { company: veod });
  expect(await handOver(order)).toEqual({ ok: false, reason: 'unpaid' });
  expect(await credit(order)).toEqual({ ok: true, days: 14 });
  expect(await deskOrder(context(), order.number)).toMatchObject({
    credit: { days: 14, isApproved: true },
    money: { dueCents: 0, state: 'unpaid', onCredit: true },
  });
  expect(await handOver(order)).toEqual({ ok: true });
  const [invoice] = await shop.rows('select due_on, payments, buyer from money_documents');
  expect(invoice).toMatchObject({ due_on: '2026-12-04', payments: [], buyer: veod });
  const report = (month: string) => monthReport(shop.context.db, { month });
  const awaited = async () => (await listMoneyTasks(shop.context.db)).transfers;
  expect(await awaited()).toMatchObject([{ number: order.number, dueCents: 31_960, dueOn: '2026-12-04' }]);
  expect((await report('2026-11-01')).receivables).toEqual([{ number: order.number, cents: 31_960 }]);
  shop.setTime(instantAt('2026-12-03', '12:00'));
  expect(await pay(order, '319.60')).toEqual({ book: 1 });
  expect(await shop.outcome(order)).toMatchObject({
    status: 'completed',
    review: null,
    paid: 31_960,
    refunds: 0,
    paidMails: 1,
  });
  expect(await documentsOf(order)).toEqual([['invoice', 31_960]]);
  expect(await awaited()).toEqual([]);
  expect((await report('2026-12-01')).receivables).toEqual([]);
  expect(await pay(order, '319.60', 'T2')).toEqual({ unassigned: 1 });
});

test('a company on credit that pays in two parts is reviewed until the second; one that pays too much is reviewed', async () => {
  const inParts = await shop.order('pay_at_branch', 4, { company: veod });
  const tooMuch = await shop.order('pay_at_branch', 4, { company: veod });
  for (const order of [inParts, tooMuch]) {
    await credit(order);
    await handOver(order);
  }
  expect(await pay(inParts, '100.00')).toEqual({ part: 1 });
  expect(await shop.outcome(inParts)).toMatchObject({ status: 'completed', review: 'amount-mismatch' });
  expect(await pay(inParts, '219.60', 'T2')).toEqual({ book: 1 });
  expect(await shop.outcome(inParts)).toMatchObject({ review: null, paid: 31_960, refunds: 0, paidMails: 1 });
  expect(await pay(tooMuch, '320.00', 'T3')).toEqual({ over: 1 });
  expect(await shop.outcome(tooMuch)).toMatchObject({ review: 'overpaid', paid: 32_000, refunds: 0, paidMails: 1 });
});

test('tires that are returned before they are paid lower the balance due of the company', async () => {
  const order = await shop.order('pay_at_branch', 4, { company: veod });
  await credit(order);
  await handOver(order);
  await takeBack(context(), order.id, 'staff:kati', oneNewTire);
  expect(await documentsOf(order)).toEqual([
    ['invoice', 31_960],
    ['credit-note', 7_990],
  ]);
  const { receivables } = await monthReport(shop.context.db, { month: '2026-11-01' });
  expect(receivables).toEqual([{ number: order.number, cents: 23_970 }]);
  const awaited = async () => (await listMoneyTasks(shop.context.db)).transfers;
  expect(await awaited()).toMatchObject([{ number: order.number, dueCents: 23_970 }]);
  expect(await pay(order, '239.70')).toEqual({ book: 1 });
  expect(await shop.outcome(order)).toMatchObject({ review: null, paid: 23_970, refunds: 0, paidMails: 1 });
  expect(await awaited()).toEqual([]);
  expect((await deskOrder(context(), order.number))?.money).toMatchObject({ state: 'paid', overpaidCents: 0 });
  expect((await shop.view(order)).order.payment).toMatchObject({ state: 'paid', missing: 0, over: 0 });
  expect(await undoTakeBack(context(), order.id, 'staff:kati', oneNewTire)).toEqual({ ok: true });
  expect(await awaited()).toMatchObject([{ number: order.number, dueCents: 7_990 }]);
});

test('a company that pays for tires that it has returned paid too much', async () => {
  const order = await shop.order('pay_at_branch', 4, { company: veod });
  await credit(order);
  await handOver(order);
  await takeBack(context(), order.id, 'staff:kati', oneNewTire);
  expect(await pay(order, '319.60')).toEqual({ over: 1 });
  expect(await shop.outcome(order)).toMatchObject({ review: 'overpaid', paid: 31_960, refunds: 0 });
  expect((await deskOrder(context(), order.number))?.money).toMatchObject({
    state: 'overpaid',
    onCredit: false,
    overpaidCents: 7_990,
  });
});

test('a change of the order keeps returned tires out of what its company owes', async () => {
  const order = await shop.order('pay_at_branch', 4, { company: veod });
  await credit(order);
  await handOverTires(context(), order.id, 'staff:kati', { tires: new Map([['tire', 2]]) });
  await takeBack(context(), order.id, 'staff:kati', oneNewTire);
  const oneLess = { counts: [{ id: 'tire', count: 3 }], swaps: [], customer: {} };
  const changed = await changeOrder(context(), order.id, oneLess, { actor: 'staff:kati' });
  expect(changed).toMatchObject({ ok: true, summary: { total: { before: 31_960, after: 23_970 }, refundCents: 0 } });
  expect(await shop.rows('select total_cents from orders')).toEqual([{ total_cents: 23_970 }]);
  expect(await pay(order, '159.80')).toEqual({ book: 1 });
});

test('the review of a part payment ends when tires are returned that it did not pay', async () => {
  const order = await shop.order('pay_at_branch', 4, { company: veod });
  await credit(order);
  await handOver(order);
  expect(await pay(order, '239.70')).toEqual({ part: 1 });
  expect(await shop.outcome(order)).toMatchObject({ review: 'amount-mismatch' });
  await takeBack(context(), order.id, 'staff:kati', oneNewTire);
  expect(await shop.outcome(order)).toMatchObject({ review: null, paid: 23_970, refunds: 0 });
});

test('a company that returns all tires before it pays owes nothing', async () => {
  const order = await shop.order('pay_at_branch', 2, { company: veod });
  await credit(order);
  await handOver(order);
  await takeBack(context(), order.id, 'staff:kati', { ...oneNewTire, tires: new Map([['tire', 2]]) });
  expect((await listMoneyTasks(shop.context.db)).transfers).toEqual([]);
  expect(await pay(order, '159.80')).toEqual({ unassigned: 1 });
  expect(await markPaid(context(), order.id, 'staff:kati')).toEqual({ ok: false, reason: 'too-late' });
});

test('a company whose data are corrected after the hand-over, or a private person in its place, still pays by transfer', async () => {
  const misspelled = await shop.order('pay_at_branch', 4, { company: veod });
  const withoutCompany = await shop.order('pay_at_branch', 4, { company: veod });
  for (const order of [misspelled, withoutCompany]) {
    await credit(order);
    await handOver(order);
  }
  await setCompany(context(), misspelled.id, { ...veod, regCode: '12345678' }, 'staff:kati');
  await setCompany(context(), withoutCompany.id, null, 'staff:kati');
  expect((await listMoneyTasks(shop.context.db)).transfers).toMatchObject([
    { number: misspelled.number, dueCents: 31_960 },
    { number: withoutCompany.number, dueCents: 31_960 },
  ]);
  expect((await deskOrder(context(), misspelled.number))?.money).toMatchObject({ dueCents: 0, onCredit: true });
  expect(await pay(misspelled, '319.60')).toEqual({ book: 1 });
  expect(await pay(withoutCompany, '100.00', 'T2')).toEqual({ part: 1 });
  expect(await shop.outcome(misspelled)).toMatchObject({ status: 'completed', review: null, paid: 31_960, refunds: 0 });
});

test('a transfer pays the invoice of the corrected company, not the invoice that was credited before', async () => {
  const order = await shop.order('pay_at_branch', 4, { company: veod });
  await credit(order);
  await handOver(order);
  await setCompany(context(), order.id, { ...veod, regCode: '12345678' }, 'staff:kati');
  expect(await documentsOf(order)).toEqual([
    ['invoice', 31_960],
    ['credit-note', 31_960],
    ['invoice', 31_960],
  ]);
  shop.setTime(instantAt('2026-12-03', '12:00'));
  await pay(order, '319.60');
  expect(await readMoneyMoves(shop.context.db, { month: '2026-12-01' })).toMatchObject([
    { cents: 31_960, documentNumber: '261000002' },
  ]);
});

test('only listed companies get credit, and only before payment; a change of the company ends the credit', async () => {
  const other = await shop.order('pay_at_branch', 1, { company: { ...veod, regCode: '12345678' } });
  expect(await credit(other)).toEqual({ ok: false, reason: 'not-allowed' });
  const person = await shop.order('pay_at_branch', 1);
  expect(await credit(person)).toEqual({ ok: false, reason: 'not-allowed' });
  const paid = await shop.order(bank, 1, { company: veod });
  expect(await credit(paid)).toEqual({ ok: false, reason: 'too-late' });
  await shop.montonio.pay(await shop.ref(paid));
  await shop.runJobs();
  expect(await credit(paid)).toEqual({ ok: false, reason: 'too-late' });
  const changed = await shop.order('pay_at_branch', 1, { company: veod });
  await credit(changed);
  await setCompany(context(), changed.id, { ...veod, regCode: '12345678' }, 'staff:kati');
  expect(await handOver(changed)).toEqual({ ok: false, reason: 'unpaid' });
  expect(shopConfig).not.toHaveProperty('books.creditCompanies.0');
});
