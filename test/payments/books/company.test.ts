import { expect, test } from 'vitest';
import { documentsCsv } from '../../../src/shop/books/accounts/export-books.server.ts';
import { monthReport } from '../../../src/shop/books/accounts/month-report.server.ts';
import { instantAt } from '../../../src/shop/calendar.ts';
import { changeOrder } from '../../../src/shop/checkout/change/change-order.server.ts';
import { completeOrder, markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { setCompany } from '../../../src/shop/checkout/documents/set-company.server.ts';
import { refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { takeBack } from '../../../src/shop/checkout/returns/take-back.server.ts';
import { bank, type PlacedOrder, paymentsShop } from '../payments-shop.ts';
import { documentedOrders } from './documented-orders.ts';

const shop = paymentsShop();
const { paid, documentsOf } = documentedOrders(shop);

const veod = {
  name: 'Veod OÜ',
  regCode: '10421629',
  vatNumber: 'EE100421628',
  address: 'Tehase 12, 50107 Tartu',
};
const setCompanyOf = (order: PlacedOrder, company: typeof veod | null = veod) =>
  setCompany(shop.context, order.id, company, 'staff:kati');
const report = (month = '2026-11-01') => monthReport(shop.context.db, { month });

test('a company that is entered after the invoice gets a new one; the invoice of the person is credited in full', async () => {
  const order = await paid(bank);
  expect(await setCompanyOf(order)).toEqual({ ok: true, number: order.number });
  expect(await documentsOf(order)).toEqual([
    ['invoice', 31_960],
    ['credit-note', 31_960],
    ['invoice', 31_960],
  ]);
  const [first, credit, second] = await shop.rows('select * from money_documents order by id');
  expect(credit).toMatchObject({
    reason: 'buyer',
    credits_id: first?.id,
    buyer: { kind: 'person', name: 'Mari Maasikas' },
  });
  expect(second).toMatchObject({
    buyer: { kind: 'company', ...veod },
    supplied_on: first?.supplied_on,
    payments: first?.payments,
    due_on: null,
    net_cents: first?.net_cents,
  });
  expect(await setCompanyOf(order)).toEqual({ ok: false, reason: 'unchanged' });
  expect((await shop.view(order)).order.company).toEqual(veod);
  expect((await report()).sum.grossCents).toBe(31_960);
});

test('the address of a company is on its invoice, and an invoice without it is reissued', async () => {
  const order = await paid(bank);
  await setCompanyOf(order, { ...veod, address: '' });
  expect(await setCompanyOf(order, { ...veod, address: '  ' })).toEqual({ ok: false, reason: 'unchanged' });
  await setCompanyOf(order);
  expect(await documentsOf(order)).toHaveLength(5);
  expect(await documentsCsv(shop.context.db, { month: '2026-11-01' })).toContain(';"Tehase 12, 50107 Tartu";');
});

test('bad codes are refused, and nothing is issued', async () => {
  const order = await paid(bank);
  expect(await setCompanyOf(order, { ...veod, regCode: '10421628' })).toEqual({
    ok: false,
    reason: 'validation',
    errors: [{ path: 'company.regCode', code: 'regCode' }],
  });
  expect(await documentsOf(order)).toHaveLength(1);
});

test('without an invoice only the order changes; the later invoice names the company', async () => {
  const order = await shop.order('pay_at_branch');
  await setCompanyOf(order);
  expect(await documentsOf(order)).toEqual([]);
  await markPaid(shop.context, order.id, 'branch', { tender: 'card' });
  const [invoice] = await shop.rows(`select buyer from money_documents where kind = 'invoice'`);
  expect(invoice?.buyer).toMatchObject(veod);
});

test('earlier credits stay: the company is invoiced the open amount, and later returns credit its invoice', async () => {
  const order = await shop.order('pay_at_branch');
  await markPaid(shop.context, order.id, 'branch', { tender: 'cash' });
  await completeOrder(shop.context, order.id, 'branch');
  const back = (count: number) =>
    takeBack(shop.context, order.id, 'branch', {
      tires: new Map([['tire', count]]),
      condition: 'new',
      place: 'ringtee',
    });
  await back(1);
  await refundOrder(shop.context, order.id, 7_990, 'withdrawal', 'branch');
  await refundOrder(shop.context, order.id, 1_000, 'goodwill', 'branch');
  await setCompanyOf(order);
  await back(1);
  expect((await documentsOf(order)).filter(([kind]) => kind !== 'receipt')).toEqual([
    ['invoice', 31_960],
    ['credit-note', 7_990],
    ['credit-note', 1_000],
    ['credit-note', 22_970],
    ['invoice', 22_970],
    // The lowered price of one tire is credited already, so less is credited now.
    ['credit-note', 6_990],
  ]);
  const credited = await shop.rows(
    `select i.number from money_documents c join money_documents i on i.id = c.credits_id order by c.id`,
  );
  expect(credited.map(({ number }) => number)).toEqual(['261000001', '261000001', '261000001', '261000002']);
});

test('prepayment invoices and the invoice that deducts them are reissued, and the new deduction names the new invoices', async () => {
  const order = await shop.order('pay_at_branch');
  await markPaid(shop.context, order.id, 'branch', { tender: 'card', amountCents: 4_000 });
  await markPaid(shop.context, order.id, 'branch', { tender: 'card', amountCents: 6_000 });
  await markPaid(shop.context, order.id, 'branch', { tender: 'card' });
  await setCompanyOf(order);
  const lines = await shop.rows(
    `select d.number, l.kind, l.name from money_documents d join money_document_lines l on l.document_id = d.id
    where d.kind = 'invoice' and l.kind <> 'tires' order by d.id`,
  );
  expect(lines).toEqual([
    { number: '261000001', kind: 'prepayment', name: '' },
    { number: '261000002', kind: 'prepayment', name: '' },
    { number: '261000003', kind: 'deduction', name: '261000001, 261000002' },
    { number: '261000004', kind: 'prepayment', name: '' },
    { number: '261000005', kind: 'prepayment', name: '' },
    { number: '261000006', kind: 'deduction', name: '261000004, 261000005' },
  ]);
  expect((await report()).sum.grossCents).toBe(31_960);
});

test('the invoice of tires that a deposit covers is reissued, although its sum is 0', async () => {
  const order = await shop.order('pay_at_branch', 2);
  await markPaid(shop.context, order.id, 'branch', { tender: 'card', amountCents: 10_000 });
  const oneLess = { counts: [{ id: 'tire', count: 1 }], swaps: [], customer: {} };
  expect(await changeOrder(shop.context, order.id, oneLess, { actor: 'branch' })).toMatchObject({ ok: true });
  await setCompanyOf(order);
  const openLines = await shop.rows(
    `select d.buyer->>'name' as buyer, l.kind, l.name, l.gross_cents from money_documents d
    join money_document_lines l on l.document_id = d.id
    where d.kind = 'invoice' and not exists (select from money_documents c where c.credits_id = d.id and c.reason = 'buyer')
    order by d.id, l.position`,
  );
  expect(openLines).toEqual([
    { buyer: 'Veod OÜ', kind: 'prepayment', name: '', gross_cents: 7_990 },
    { buyer: 'Veod OÜ', kind: 'tires', name: expect.any(String), gross_cents: 7_990 },
    { buyer: 'Veod OÜ', kind: 'deduction', name: '261000003', gross_cents: -7_990 },
  ]);
  expect((await report()).sum.grossCents).toBe(7_990);
});

test('KMD INF lists the company of an invoice that was first issued to a person', async () => {
  const orders = [];
  for (const email of ['a@veod.ee', 'b@veod.ee']) {
    const order = await shop.order(bank, 8, { customer: { name: 'Jaan', email, phone: '+372 5123 4567' } });
    await shop.montonio.pay(await shop.ref(order));
    await shop.runJobs();
    orders.push(order);
  }
  expect((await report()).kmdInf).toEqual([]);
  shop.setTime(instantAt('2026-11-27', '10:00'));
  for (const order of orders) await setCompanyOf(order);
  expect((await report()).kmdInf.map(({ regCode, netCents }) => [regCode, netCents])).toEqual([
    ['10421629', 51_548],
    ['10421629', 51_548],
  ]);
  expect((await report()).sum.grossCents).toBe(2 * 63_920);
});

test('the buyer adds a company in the month of the invoice, but not later', async () => {
  const change = async (order: PlacedOrder) => {
    const key = { 'idempotency-key': crypto.randomUUID(), 'order-token': order.token };
    const url = `/v1/orders/${order.number}/changes`;
    return shop.app.inject({ method: 'POST', url, headers: key, payload: { company: veod } });
  };
  const order = await paid(bank);
  expect((await change(order)).statusCode).toBe(200);
  expect(await documentsOf(order)).toHaveLength(3);
  const late = await paid(bank);
  shop.setTime(instantAt('2026-12-01', '00:01'));
  expect((await change(late)).json()).toMatchObject({ code: 'ask-branch' });
  expect(await documentsOf(late)).toHaveLength(1);
});
