import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import type { MeritClient } from '../../../src/shop/books/merit/client.server.ts';
import { complete, markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { totalsOf } from '../../support/books/merit/merit-books.ts';
import { meritShop } from '../../support/books/merit/merit-shop.ts';
import { sampleCreditNote, sampleInvoice } from '../../support/books/sample-documents.ts';
import { bank, card, paymentsShop } from '../payments-shop.ts';
import { documentedOrders } from './documented-orders.ts';

const shop = paymentsShop();
const merit = meritShop(shop);
const { paid } = documentedOrders(shop);

const company = { name: 'Veod & Õ OÜ', regCode: '10421629', vatNumber: 'EE100421629' };

/** Paid online and refunded in part; paid in cash, with rounding, at the branch; paid by a company. */
async function sellNovember() {
  const online = await paid(bank);
  await refundOrder(shop.context, online.id, 2_000, 'goodwill', 'branch');
  await shop.runJobs();
  const [refund] = await shop.rows('select provider_ref from refunds');
  await shop.montonio.settleRefund(refund?.provider_ref as string, 'succeeded');
  await shop.runJobs();
  const atBranch = await shop.order('pay_at_branch', 1);
  await markPaid(shop.context, atBranch.id, 'branch', { tender: 'cash' });
  await complete(shop.context, atBranch.id, 'branch');
  const order = await shop.order(card, 8, { company });
  await shop.stripe.pay(await shop.ref(order));
  await shop.runJobs();
}

const counts = (changes: object = {}) => ({ sent: 0, found: 0, before: 0, problems: 0, ...changes });
const numbers = ['261000001', '262000001', '261000002', '261000003'];
const sentNumbers = () => merit.fake.books.invoices.map(({ InvoiceNo }) => InvoiceNo);
/** Those of one instant have no order. */
const sentPayments = () =>
  merit.fake.books.payments.map(({ InvoiceNo, Amount }) => `${InvoiceNo} ${Amount}`).toSorted();
const payments = ['261000001 319.6', '261000002 79.9', '261000003 639.2', '262000001 -20'];
const all = { documents: counts({ sent: 4 }), payments: counts({ sent: 4 }), problems: [], differences: [] };

test('a month is sent in order, once', async () => {
  await sellNovember();
  expect(await merit.push({ dryRun: true })).toMatchObject({ ...all, stopped: null });
  expect(merit.fake.requests).toEqual(['gettaxes', 'getbanks']);
  expect(await merit.push()).toEqual({ ...all, stopped: null });
  const { invoices } = merit.fake.books;
  expect(sentNumbers()).toEqual(numbers);
  expect(invoices.map((invoice) => totalsOf(invoice).gross)).toEqual([319.6, -20, 79.9, 639.2]);
  expect(invoices.map(({ Customer, RefNo }) => [Customer.Name, Customer.RegNo, RefNo.length > 1])).toEqual([
    ['Eraisik', undefined, true],
    ['Eraisik', undefined, true],
    ['Eraisik', undefined, true],
    ['Veod & Õ OÜ', '10421629', true],
  ]);
  expect(invoices[1]).toMatchObject({ HComment: 'Krediteeritav arve 261000001', DocDate: '20261120000000' });
  expect(sentPayments()).toEqual(payments);
  const asked = merit.fake.requests.length;
  expect(await merit.push()).toEqual({
    documents: counts({ before: 4 }),
    payments: counts({ before: 4 }),
    problems: [],
    differences: [],
    stopped: null,
  });
  expect(merit.fake.requests.slice(asked)).toEqual(['gettaxes', 'getbanks', 'getinvoices']);
});

test('a credit note at 22 %, and one of several rates, have the totals of the shop', async () => {
  const documents = [
    sampleInvoice([{ grossCents: 31_960, count: 4, vatPercent: 22 }]),
    sampleCreditNote([{ grossCents: 7_990, count: 1, vatPercent: 22 }]),
    sampleInvoice(
      [
        { grossCents: 999 },
        { grossCents: 999 },
        { grossCents: 999 },
        { kind: 'deduction', grossCents: -500, count: -1, vatPercent: 22 },
      ],
      { number: '261000124' },
    ),
  ];
  expect(await merit.push({ books: { documents, moves: [] } })).toMatchObject({
    documents: counts({ sent: 3 }),
    differences: [],
  });
  expect(merit.fake.books.invoices.map((invoice) => totalsOf(invoice).gross)).toEqual([319.6, -79.9, 24.97]);
});

/** A client that throws at its `n`th call, before or after it. */
function crashing(client: MeritClient, n: number, when: 'before' | 'after'): MeritClient {
  let calls = 0;
  const wrapped = Object.entries(client).map(([name, call]) => [
    name,
    async (...args: never[]) => {
      calls += 1;
      if (calls === n && when === 'before') throw new Error('crash');
      const answer = await (call as (...args: never[]) => Promise<unknown>)(...args);
      if (calls === n) throw new Error('crash');
      return answer;
    },
  ]);
  return Object.fromEntries(wrapped) as MeritClient;
}

test('after a crash at any call, the next push sends the rest, and nothing twice', async () => {
  await sellNovember();
  await merit.push();
  const calls = merit.fake.requests.length;
  expect(calls).toBe(11);
  for (const when of ['before', 'after'] as const) {
    for (let n = 1; n <= calls; n += 1) {
      await merit.restart();
      await expect(merit.push({ client: crashing(merit.clientOf(), n, when) })).rejects.toThrow('crash');
      const result = await merit.push();
      expect(result, `${when} call ${n}`).toMatchObject({ problems: [], differences: [], stopped: null });
      expect(sentNumbers(), `${when} call ${n}`).toEqual(numbers);
      expect(sentPayments(), `${when} call ${n}`).toEqual(payments);
      expect(Object.values(await merit.rows())).toEqual(Array(8).fill('sent'));
    }
  }
});

test.each([
  ['reset', true, 'UND_ERR_SOCKET'],
  ['reset', false, 'UND_ERR_SOCKET'],
  ['500', true, 'http-500'],
  ['500', false, 'http-500'],
  ['html', true, 'unreadable'],
  ['html', false, 'unreadable'],
] as const)(
  'an unclear answer to an invoice (%s, done: %s) is asked for before it is sent again',
  async (answer, done, cause) => {
    await sellNovember();
    merit.fake.fail('sendinvoice', { answer, done });
    const first = await merit.push();
    expect(first).toMatchObject({ documents: counts({ sent: 3, problems: 1 }), stopped: null });
    expect(first.problems).toContainEqual(
      expect.objectContaining({ kind: 'document', key: numbers[0], reason: 'unclear', detail: cause, cents: 31_960 }),
    );
    expect(await merit.rows()).toMatchObject({ [`document ${numbers[0]}`]: `unclear: ${cause}` });
    expect(await merit.push({ dryRun: true })).toMatchObject({ problems: [{ reason: 'unclear', detail: cause }] });
    const asked = merit.fake.requests.length;
    expect(await merit.push()).toMatchObject({
      documents: counts({ before: 3, ...(done ? { found: 1 } : { sent: 1 }) }),
      problems: [],
      differences: [],
    });
    expect(merit.fake.requests.slice(asked, asked + 4)).toEqual([
      ...['gettaxes', 'getbanks', 'getinvoices2'],
      done ? 'getinvoices' : 'sendinvoice',
    ]);
    expect(sentNumbers().toSorted()).toEqual(numbers.toSorted());
    expect(sentPayments()).toHaveLength(4);
  },
);

test('a request without an answer is ended, and is unclear', async () => {
  await sellNovember();
  const timeout = new AbortController();
  merit.fake.fail('sendpayment', {
    answer: 'hang',
    done: true,
    onHang: () => timeout.abort(new DOMException('', 'TimeoutError')),
  });
  let signal: AbortSignal = timeout.signal;
  const client = merit.clientOf({
    timeout: () => {
      if (timeout.signal.aborted) signal = new AbortController().signal;
      return signal;
    },
  });
  const first = await merit.push({ client });
  expect(first).toMatchObject({
    payments: counts({ sent: 3, problems: 1 }),
    problems: [{ kind: 'payment', reason: 'unclear', detail: 'TimeoutError', cents: 31_960 }],
  });
  expect(await merit.push()).toMatchObject({ payments: counts({ before: 3, found: 1 }), problems: [] });
  expect(sentPayments()).toEqual(payments);
});

test.each(['reset', '500', 'html'] as const)(
  'a payment whose answer was lost (%s) before Merit took it is sent again',
  async (answer) => {
    await sellNovember();
    merit.fake.fail('sendpayment', { answer });
    expect(await merit.push()).toMatchObject({ payments: counts({ sent: 3, problems: 1 }) });
    expect(await merit.push()).toMatchObject({ payments: counts({ before: 3, sent: 1 }), problems: [] });
    expect(sentPayments()).toHaveLength(4);
  },
);

test('a refusal of one document is reported, and the others are sent', async () => {
  await sellNovember();
  merit.fake.fail('sendinvoice', { answer: 'tax' });
  const { problems, ...result } = await merit.push();
  expect(result).toMatchObject({ documents: counts({ sent: 3, problems: 1 }), stopped: null });
  expect(problems).toMatchObject([
    { kind: 'document', key: numbers[0], reason: 'rejected', detail: 'Vigane TaxId' },
    { kind: 'payment', reason: 'not-in-merit', detail: numbers[0] },
  ]);
  expect(await merit.rows()).not.toHaveProperty(`document ${numbers[0]}`);
  expect(await merit.push()).toMatchObject({ documents: counts({ before: 3, sent: 1 }), problems: [] });
});

test('a rate for which Merit has two taxes is a refusal, unless the configuration names one', async () => {
  await sellNovember();
  const { accounts } = shopConfig.books.merit;
  const { problems, documents } = await merit.push({ settings: { accounts } });
  expect(documents).toEqual(counts({ problems: 4 }));
  expect(problems[0]).toMatchObject({ reason: 'tax', detail: '24 %' });
  expect(sentNumbers()).toEqual([]);
});

test.each([
  ['an unknown API id', { apiId: 'other' }, 'the API id is unknown'],
  ['a wrong key', { apiKey: 'other' }, 'Invalid signature'],
  ['a clock that is wrong', { now: () => new Date('2026-11-20T11:00:00Z') }, 'Invalid timestamp'],
])('stops with a line: %s', async (_, changes, detail) => {
  await sellNovember();
  expect(await merit.push({ client: merit.clientOf(changes) })).toMatchObject({
    documents: counts(),
    stopped: { reason: 'denied', detail },
  });
});

test('stops when the plan has no API, in the middle too, and sends the rest later', async () => {
  await sellNovember();
  const client = merit.clientOf();
  let invoices = 0;
  const result = await merit.push({
    client: {
      ...client,
      sendInvoice: (invoice) => {
        invoices += 1;
        if (invoices === 2) merit.fake.control.plan = 'standard';
        return client.sendInvoice(invoice);
      },
    },
  });
  expect(result).toMatchObject({
    documents: counts({ sent: 1 }),
    problems: [],
    stopped: { reason: 'denied', detail: 'The creator of the company has to have PRO or PREMIUM license' },
  });
  expect(Object.values(await merit.rows())).toEqual(['sent']);
  merit.fake.control.plan = 'premium';
  expect(await merit.push()).toMatchObject({ documents: counts({ before: 1, sent: 3 }), stopped: null });
});

test('waits as long as Merit asks for', async () => {
  await sellNovember();
  merit.fake.fail('sendinvoice', { answer: 'busy', times: 2 });
  expect(await merit.push()).toEqual({ ...all, stopped: null });
  expect(merit.pauses).toEqual([7_000, 7_000]);
  await merit.restart();
  merit.fake.fail('getbanks', { answer: 'busy', times: 4 });
  expect((await merit.push()).stopped).toMatchObject({ reason: 'unavailable' });
});

test('stops when nothing answers, and when there is no connection', async () => {
  await sellNovember();
  merit.fake.fail('sendinvoice', { answer: 'reset', times: 3 });
  expect(await merit.push()).toMatchObject({
    documents: counts({ problems: 3 }),
    stopped: { reason: 'no-answer', detail: 'UND_ERR_SOCKET' },
  });
  expect(await merit.push()).toMatchObject({ documents: counts({ sent: 4 }), problems: [] });
  await merit.restart();
  const client = merit.clientOf();
  await merit.fake.close();
  expect((await merit.push({ client })).stopped).toMatchObject({ reason: 'unavailable' });
});

test('after a restore from a backup, what Merit has is not sent again', async () => {
  await sellNovember();
  await merit.push();
  await shop.rows('delete from merit_sent');
  expect(await merit.push()).toMatchObject({
    documents: counts({ found: 4 }),
    payments: counts({ found: 4 }),
    problems: [],
    differences: [],
  });
  expect(sentPayments()).toEqual(payments);
});

test('does not take another document of the same number for its own', async () => {
  await sellNovember();
  const other = sampleInvoice([{ grossCents: 5_000 }], { number: '261000001', issuedOn: '2026-11-02' });
  await merit.push({ books: { documents: [other], moves: [] } });
  await shop.rows('delete from merit_sent');
  expect((await merit.push()).problems).toMatchObject([
    { kind: 'document', key: '261000001', reason: 'number-taken', detail: '50 € in Merit' },
    { kind: 'payment', reason: 'not-in-merit', detail: '261000001' },
  ]);
});

test('reports documents that are not the same in Merit, and payments that a person entered there', async () => {
  await sellNovember();
  await merit.push();
  const [first, , third, fourth] = merit.fake.books.invoices;
  if (!first || !third || !fourth) throw new Error('not sent');
  first.RoundingAmount = 0.02;
  fourth.Customer = { ...fourth.Customer, RegNo: '99999999' };
  merit.fake.books.invoices.splice(2, 1);
  expect((await merit.push()).differences).toEqual([
    { number: '261000001', what: 'total', ourCents: 31_960, meritCents: 31_962 },
    { number: '261000002', what: 'missing', ourCents: 7_990, meritCents: null },
    { number: '261000003', what: 'customer', ourCents: 63_920, meritCents: 63_920 },
  ]);
  const paidByHand = merit.fake.books.payments.find(({ InvoiceNo }) => InvoiceNo === '261000003');
  if (paidByHand) paidByHand.Amount = 100;
  await shop.rows(`delete from merit_sent where kind = 'payment' and document = '261000003'`);
  expect((await merit.push()).problems).toMatchObject([{ kind: 'payment', reason: 'differs', detail: '261000003' }]);
});

test('payments that cannot be sent are reported', async () => {
  await sellNovember();
  const transfer = await shop.order('bank_transfer', 4);
  await markPaid(shop.context, transfer.id, 'branch', { reference: 'A-1', amountCents: 10_000 });
  const { accounts, taxes } = shopConfig.books.merit;
  const settings = { accounts: { ...accounts, stripe: 'Vana konto' }, taxes };
  const { problems, payments: sent } = await merit.push({ settings });
  expect(sent).toEqual(counts({ sent: 3, problems: 2 }));
  expect(problems.toSorted((a, b) => b.cents - a.cents)).toMatchObject([
    { kind: 'payment', cents: 63_920, reason: 'no-account', detail: 'Vana konto' },
    { kind: 'payment', orderNumber: transfer.number, cents: 10_000, reason: 'no-document' },
  ]);
});

test('two pushes at once do not send twice', async () => {
  await sellNovember();
  const client = merit.clientOf();
  const other: Promise<unknown>[] = [];
  await merit.push({
    client: {
      ...client,
      taxes: async () => {
        const second = await merit.push();
        other.push(Promise.resolve(second.stopped));
        return client.taxes();
      },
    },
  });
  expect(await Promise.all(other)).toEqual([{ reason: 'running', detail: '' }]);
  expect(sentNumbers()).toEqual(numbers);
});
