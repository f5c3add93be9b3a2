import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { importStatement } from '../../../src/shop/bank/import-statement.server.ts';
import { closeMonth } from '../../../src/shop/books/accounts/close-month.server.ts';
import { documentsCsv, paymentsCsv } from '../../../src/shop/books/accounts/export-books.server.ts';
import { monthReport } from '../../../src/shop/books/accounts/month-report.server.ts';
import { enterFee, type FeeForm } from '../../../src/shop/books/accounts/provider-fees.server.ts';
import { instantAt } from '../../../src/shop/calendar.ts';
import { markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { statementOf } from '../../support/bank/statement.ts';
import { bank, card, type PlacedOrder, paymentsShop } from '../payments-shop.ts';
import { documentedOrders } from './documented-orders.ts';

const shop = paymentsShop();
const { paid, paidAndRefundedInPart, soldInCash } = documentedOrders(shop);

const november = { month: '2026-11-01' };
const december = { month: '2026-12-01' };
const company = { name: '=Veod & "Õ" OÜ', regCode: '10421629', vatNumber: 'EE100421628' };
const report = (of: { month: string; branch?: string }) => monthReport(shop.context.db, of);
const close = (month = november.month) =>
  closeMonth(shop.context.db, month, { at: shop.now(), actor: 'operator:kati' });

const enter = (fee: FeeForm) => enterFee(shop.context.db, fee, { at: shop.now(), actor: 'operator:kati' });

const referenceOf = async ({ id }: PlacedOrder) =>
  (await shop.rows('select reference from orders where id = $1', [id]))[0]?.reference as string;

async function importEntries(entries: Parameters<typeof statementOf>[0]) {
  const result = await importStatement(shop.context, Buffer.from(statementOf(entries)), 'operator:kati');
  if (!result.ok) throw new Error(result.reason);
}

/** Sells in November: an online order refunded in part, one paid at the branch, one of a company, and a part-paid transfer. */
async function sellNovember() {
  await paidAndRefundedInPart();
  await soldInCash();
  for (const email of ['a@veod.ee', 'b@veod.ee']) {
    const order = await shop.order(card, 8, { company, customer: { name: 'Jaan', email, phone: '+372 5123 4567' } });
    await shop.stripe.pay(await shop.ref(order));
    await shop.runJobs();
  }
  const transfer = await shop.order('bank_transfer', 4);
  const reference = await referenceOf(transfer);
  shop.setTime(instantAt('2026-11-26', '10:00'));
  await importEntries([
    { id: 'part', amount: '100.00', reference, day: '2026-11-25' },
    { id: 'payout', amount: '150.00', payer: 'Montonio Finance UAB', day: '2026-11-25' },
  ]);
  return { transfer, reference };
}

test('the report of a month: VAT by rate, and documents that agree with the money', async () => {
  const { transfer } = await sellNovember();
  const { rates, sum, balance, methods, clearing, kmdInf, numbers, receivables, owed } = await report(november);
  // 319.60 + 79.90 + 2 × 639.20 less 20.00.
  expect(sum.grossCents).toBe(31_960 + 7_990 + 2 * 63_920 - 2_000);
  expect(rates).toEqual([
    {
      vatPercent: 24,
      kmdBox: '1',
      invoices: { netCents: 135_314, vatCents: 32_476, grossCents: 167_790 },
      credits: { netCents: -1_613, vatCents: -387, grossCents: -2_000 },
      sum,
    },
  ]);
  expect(balance).toMatchObject({ documentsCents: 165_790, receivablesAfterCents: 0, owedAfterCents: 10_000 });
  expect(balance.documentsCents).toBe(balance.moneyCents - balance.owedAfterCents);
  expect(owed).toEqual([{ number: transfer.number, cents: 10_000 }]);
  expect(receivables).toEqual([]);
  expect(methods).toEqual([
    { provider: 'bank_transfer', tender: null, inCents: 10_000, outCents: 0, roundingCents: 0 },
    { provider: 'montonio', tender: null, inCents: 31_960, outCents: 2_000, roundingCents: 0 },
    { provider: 'pay_at_branch', tender: 'cash', inCents: 7_990, outCents: 0, roundingCents: 0 },
    { provider: 'stripe', tender: null, inCents: 127_840, outCents: 0, roundingCents: 0 },
  ]);
  expect(clearing).toMatchObject([
    {
      provider: 'montonio',
      openingCents: 0,
      inCents: 31_960,
      outCents: 2_000,
      payoutCents: 15_000,
      closingCents: 14_960,
    },
    { provider: 'stripe', closingCents: 127_840 },
  ]);
  expect(kmdInf.map(({ regCode, number, netCents }) => [regCode, number, netCents])).toEqual([
    ['10421629', '261000003', 51_548],
    ['10421629', '261000004', 51_548],
  ]);
  expect(numbers).toMatchObject([
    { kind: 'invoice', first: '261000001', last: '261000004', count: 4 },
    { kind: 'credit-note', first: '262000001', last: '262000001', count: 1 },
    { kind: 'receipt', count: 1 },
  ]);
  expect((await report({ ...november, branch: 'annelinn' })).sum.grossCents).toBe(0);
  expect((await report({ ...november, branch: 'ringtee' })).balance).toEqual(balance);
});

test('a closed month stays unchanged: late documents and money are booked in the next month, with a note', async () => {
  const { reference, transfer } = await sellNovember();
  expect(await close()).toEqual({ ok: false, reason: 'not-over' });
  shop.setTime(instantAt('2026-12-03', '09:00'));
  const before = await report(november);
  expect(await close()).toEqual({ ok: true });
  expect(await close()).toEqual({ ok: false, reason: 'closed' });
  expect(await close('2026-10-01')).toEqual({ ok: false, reason: 'closed' });
  await importEntries([{ id: 'rest', amount: '219.60', reference, day: '2026-11-30' }]);
  expect(await report(november)).toEqual({ ...before, closedAt: shop.now() });
  const [document] = await shop.rows(`select * from money_documents where order_id = $1`, [transfer.id]);
  expect(document).toMatchObject({ issued_on: '2026-12-03', supplied_on: '2026-11-30', gross_cents: 31_960 });
  const late = await report(december);
  expect(late).toMatchObject({ sum: { grossCents: 31_960 }, balance: { owedBeforeCents: 10_000, owedAfterCents: 0 } });
  expect(late.late).toEqual([
    { what: 'document', day: '2026-11-30', number: document?.number, cents: 31_960 },
    { what: 'money', day: '2026-11-30', number: transfer.number, cents: 21_960 },
  ]);
  const rows = (csv: string) => parse(csv, { bom: true, delimiter: ';', columns: true }) as Record<string, string>[];
  expect(rows(await documentsCsv(shop.context.db, december))).toMatchObject([
    { doc_no: document?.number, note: 'VAT in 2026-12: 2026-11 was closed' },
  ]);
  expect(rows(await paymentsCsv(shop.context.db, december))).toMatchObject([
    { date: '2026-11-30', amount: '219.6', doc_no: document?.number, note: '2026-11 was closed' },
  ]);
});

test('a document whose change began before the month was closed is dated after that month', async () => {
  await paid(bank);
  const order = await shop.order('pay_at_branch');
  const lastMinute = instantAt('2026-11-30', '23:59');
  await closeMonth(shop.context.db, november.month, { at: instantAt('2026-12-01', '00:00'), actor: 'operator' });
  shop.setTime(lastMinute);
  await markPaid(shop.context, order.id, 'branch', { tender: 'card' });
  const days = await shop.rows(`select issued_on, supplied_on from money_documents where kind = 'invoice' order by id`);
  expect(days).toEqual([
    { issued_on: '2026-11-20', supplied_on: '2026-11-20' },
    { issued_on: '2026-12-01', supplied_on: '2026-11-30' },
  ]);
  expect((await report(december)).sum.grossCents).toBe(31_960);
});

test('a transfer that the bank reverses is owed again', async () => {
  const transfer = await shop.order('bank_transfer', 4);
  const reference = await referenceOf(transfer);
  const entry = { id: 'T1', amount: '319.60', reference, day: '2026-11-24' };
  await importEntries([entry]);
  await importEntries([{ ...entry, id: 'T2', direction: 'DBIT', reversal: true, day: '2026-12-01' }]);
  expect((await report(november)).receivables).toEqual([]);
  const { receivables, methods } = await report(december);
  expect(receivables).toEqual([{ number: transfer.number, cents: 31_960 }]);
  expect(methods).toMatchObject([{ provider: 'bank_transfer', inCents: 0, outCents: 31_960 }]);
});

test('documents.csv has a row for each line; payments.csv names what each payment paid', async () => {
  await sellNovember();
  const rows = (csv: string) => parse(csv, { bom: true, delimiter: ';', columns: true }) as Record<string, string>[];
  const documents = await documentsCsv(shop.context.db, november);
  expect(documents.startsWith('\uFEFFdoc_type;doc_no;credits_doc_no;issue_date;supply_date;')).toBe(true);
  expect(rows(documents)).toMatchObject([
    {
      doc_type: 'invoice',
      doc_no: '261000001',
      qty: '4',
      line_net: '257.74',
      vat_rate: '24',
      doc_vat: '61.86',
      note: '',
    },
    { doc_type: 'credit-note', credits_doc_no: '261000001', qty: '0', line_net: '-16.13', doc_gross: '-20' },
    {
      doc_no: '261000002',
      buyer_type: 'person',
      buyer_name: 'Mari Maasikas',
      branch: 'ringtee',
      unit_price_net: '64.44',
    },
    // A name that a spreadsheet would run as a formula.
    {
      doc_no: '261000003',
      buyer_type: 'company',
      buyer_name: `'${company.name}`,
      buyer_reg_code: '10421629',
      country: 'EE',
    },
    { doc_no: '261000004' },
  ]);
  expect(rows(await paymentsCsv(shop.context.db, november))).toMatchObject([
    { date: '2026-11-20', direction: 'in', provider: 'montonio', amount: '319.6', doc_no: '261000001' },
    { direction: 'out', provider: 'montonio', amount: '20', doc_no: '262000001' },
    { direction: 'in', method: 'cash', doc_no: '261000002', branch: 'ringtee' },
    { provider: 'stripe', doc_no: '261000003' },
    { provider: 'stripe', doc_no: '261000004' },
    { date: '2026-11-25', provider: 'bank_transfer', amount: '100', doc_no: '' },
    { date: '2026-11-25', direction: 'payout', provider: 'montonio', amount: '150', branch: '', order_no: '' },
  ]);
});

test('fees lower the balance at a provider in the month of their day, and are in payments.csv with its payouts', async () => {
  await sellNovember();
  const fee = { provider: 'montonio', day: '2026-11-25', cents: 412, reference: 'MF-118' } as const;
  expect(await enter(fee)).toEqual({ ok: true });
  expect(await enter(fee)).toEqual({ ok: false, reason: 'entered' });
  expect(await enter({ ...fee, day: '2026-11-27' })).toEqual({ ok: false, reason: 'not-yet' });
  // The provider gives a part of the fee back.
  expect(await enter({ ...fee, cents: -12 })).toEqual({ ok: true });
  const held = async (of: { month: string }) =>
    (await report(of)).clearing.map(({ provider, openingCents, feeCents, closingCents }) => [
      provider,
      openingCents,
      feeCents,
      closingCents,
    ]);
  expect(await held(november)).toEqual([
    ['montonio', 0, 400, 14_560],
    ['stripe', 0, 0, 127_840],
  ]);
  expect((await held(december))[0]).toEqual(['montonio', 14_560, 0, 14_560]);
  expect((await report(november)).fees).toMatchObject([{ cents: 412, reference: 'MF-118' }, { cents: -12 }]);
  expect((await report(december)).fees).toEqual([]);
  const moves = parse(await paymentsCsv(shop.context.db, november), { bom: true, delimiter: ';', columns: true });
  expect(moves.slice(-3)).toMatchObject([
    { direction: 'payout', amount: '150' },
    { direction: 'fee', provider: 'montonio', provider_ref: 'MF-118', amount: '4.12', doc_no: '', note: '' },
    { direction: 'fee', amount: '-0.12' },
  ]);
  expect(await paymentsCsv(shop.context.db, { ...november, branch: 'ringtee' })).not.toMatch(/;(fee|payout);/);
});

test('no fee is entered into a closed month, even if the month is closed while the fee is being entered', async () => {
  shop.setTime(instantAt('2026-12-03', '09:00'));
  const fee = { provider: 'stripe', day: '2026-11-30', cents: 100, reference: 'S-1' } as const;
  const [closed, entered] = await Promise.all([close(), enter(fee)]);
  expect(closed).toEqual({ ok: true });
  // The fee was entered before the closing, or refused after it.
  expect((await report(november)).fees).toHaveLength(entered.ok ? 1 : 0);
  expect(await enter({ ...fee, reference: 'S-2' })).toEqual({ ok: false, reason: 'closed' });
  expect(await enter({ ...fee, day: '2026-12-01' })).toEqual({ ok: true });
});
