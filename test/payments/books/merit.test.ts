import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { readMoneyMoves } from '../../../src/shop/books/accounts/money-moves.server.ts';
import type { MeritClient } from '../../../src/shop/books/merit/client.server.ts';
import { changeOrder } from '../../../src/shop/checkout/change/change-order.server.ts';
import { markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { markRefunded, refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { banks, totalsOf } from '../../support/books/merit/merit-books.ts';
import { sampleCreditNote, sampleInvoice } from '../../support/books/sample-documents.ts';
import { paymentsShop } from '../payments-shop.ts';
import { allSent, counts, meritNovember, numbers, payments } from './merit-november.ts';

const shop = paymentsShop();
const { merit, sellNovember, sentNumbers, sentPayments } = meritNovember(shop);

test('sends the documents and payments of a month in order, and nothing again when repeated', async () => {
  await sellNovember();
  expect(await merit.push({ dryRun: true })).toMatchObject(allSent);
  expect(merit.fake.requests).toEqual(['gettaxes', 'getbanks']);
  expect(await merit.push()).toEqual(allSent);
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
  const requestCount = merit.fake.requests.length;
  expect(await merit.push()).toEqual({
    documents: counts({ before: 4 }),
    payments: counts({ before: 4 }),
    problems: [],
    differences: [],
    stopped: null,
  });
  expect(merit.fake.requests.slice(requestCount)).toEqual(['gettaxes', 'getbanks', 'getinvoices']);
});

test('Merit computes the shop’s totals for a credit note at 22 % and for an invoice with several rates', async () => {
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

/** Returns a client that throws instead of making its `n`th call, or after it. */
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

test('after a crash at any call, the next push sends the remaining documents, and none twice', async () => {
  await sellNovember();
  await merit.push();
  const requests = [...merit.fake.requests];
  const calls = requests.length;
  expect(calls).toBe(11);
  for (const when of ['before', 'after'] as const) {
    for (let n = 1; n <= calls; n += 1) {
      await merit.restart();
      await expect(merit.push({ client: crashing(merit.clientOf(), n, when) })).rejects.toThrow('crash');
      // Before each call that sends something, the push stores a row.
      const unclear = Object.values(await merit.rows()).filter((state) => state === 'unclear: interrupted');
      expect(unclear, `${when} call ${n}`).toHaveLength(requests[n - 1]?.startsWith('send') ? 1 : 0);
      const result = await merit.push();
      expect(result, `${when} call ${n}`).toMatchObject({ problems: [], differences: [], stopped: null });
      expect(sentNumbers(), `${when} call ${n}`).toEqual(numbers);
      expect(sentPayments(), `${when} call ${n}`).toEqual(payments);
      expect(Object.values(await merit.rows())).toEqual(Array(8).fill('sent'));
    }
  }
});

test('after a restore from a backup, documents and payments that Merit has are not sent again', async () => {
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

test('reports a number that Merit uses for another document, and does not send the payment', async () => {
  await sellNovember();
  const other = sampleInvoice([{ grossCents: 5_000 }], { number: '261000001', issuedOn: '2026-11-02' });
  await merit.push({ books: { documents: [other], moves: [] } });
  await shop.rows('delete from merit_sent');
  expect((await merit.push()).problems).toMatchObject([
    { kind: 'document', key: '261000001', reason: 'number-taken', detail: '50 € in Merit' },
    { kind: 'payment', reason: 'not-in-merit', detail: '261000001' },
  ]);
});

test('reports documents that differ in Merit, and payments that differ because a person entered them there', async () => {
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
  expect(problems.toSorted((a, b) => b.amountCents - a.amountCents)).toMatchObject([
    { kind: 'payment', amountCents: 63_920, reason: 'no-account', detail: 'Vana konto' },
    { kind: 'payment', orderNumber: transfer.number, amountCents: 10_000, reason: 'no-document' },
  ]);
});

test('the refund of money paid twice is not sent as that of a later credit note', async () => {
  const order = await shop.order('bank_transfer', 4);
  const payAgain = { reference: 'A-2', amountCents: 31_960, evenIfPaid: true } as const;
  await markPaid(shop.context, order.id, 'branch', { reference: 'A-1' });
  await markPaid(shop.context, order.id, 'branch', payAgain);
  await markRefunded(shop.context, order.id, 'branch', 'B-1');
  shop.passMinutes(60);
  await refundOrder(shop.context, order.id, 2_000, 'goodwill', 'branch');
  await markRefunded(shop.context, order.id, 'branch', 'B-2');
  const { problems } = await merit.push();
  expect(sentPayments()).toEqual(['261000001 319.6', '262000001 -20']);
  expect(problems).toMatchObject([
    { amountCents: 31_960, reason: 'no-document' },
    { amountCents: 31_960, reason: 'no-document' },
  ]);
});

test('money taken at a branch stays with it when the order moves to another branch', async () => {
  const order = await shop.order('pay_at_branch', 4);
  await markPaid(shop.context, order.id, 'branch', { tender: 'cash', amountCents: 10_000 });
  const move = { branch: 'annelinn', counts: [], swaps: [], customer: {} };
  expect(await changeOrder(shop.context, order.id, move, { actor: 'branch' })).toMatchObject({ ok: true });
  await markPaid(shop.context, order.id, 'branch', { tender: 'cash' });
  const { payments: sent } = await merit.push();
  expect(sent).toEqual(counts({ sent: 2 }));
  const accountOf = (id: string) => banks.find(({ BankId }) => BankId === id)?.Name;
  expect(merit.fake.books.payments.map(({ BankId, Amount }) => [accountOf(BankId), Amount]).toSorted()).toEqual([
    ['Kassa Annelinn', 219.6],
    ['Kassa Ringtee', 100],
  ]);
  const cashOf = async (branch: string) =>
    (await readMoneyMoves(shop.context.db, { month: '2026-11-01', branch })).map(({ cents, documentNumber }) => [
      cents,
      documentNumber,
    ]);
  expect(await cashOf('ringtee')).toEqual([[10_000, '261000001']]);
  expect(await cashOf('annelinn')).toEqual([[21_960, '261000002']]);
});

test('a push that starts while another one runs stops at once', async () => {
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
