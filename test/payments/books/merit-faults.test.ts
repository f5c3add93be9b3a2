import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { paymentsShop } from '../payments-shop.ts';
import { allSent, counts, meritNovember, numbers, payments } from './merit-november.ts';

const shop = paymentsShop();
const { merit, sellNovember, sentNumbers, sentPayments } = meritNovember(shop);

test.each([
  ['reset', true, 'UND_ERR_SOCKET'],
  ['reset', false, 'UND_ERR_SOCKET'],
  ['500', true, 'http-500'],
  ['500', false, 'http-500'],
  ['html', true, 'unreadable'],
  ['html', false, 'unreadable'],
] as const)(
  'an invoice with an unclear answer (%s, done: %s) is looked up in Merit before it is sent again',
  async (answer, done, cause) => {
    await sellNovember();
    merit.fake.fail('sendinvoice', { answer, done });
    const first = await merit.push();
    expect(first).toMatchObject({ documents: counts({ sent: 3, problems: 1 }), stopped: null });
    expect(first.problems).toContainEqual(
      expect.objectContaining({
        kind: 'document',
        key: numbers[0],
        reason: 'unclear',
        detail: cause,
        amountCents: 31_960,
      }),
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

test('a request without an answer is aborted, and its payment counts as unclear', async () => {
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
    problems: [{ kind: 'payment', reason: 'unclear', detail: 'TimeoutError', amountCents: 31_960 }],
  });
  expect(await merit.push()).toMatchObject({ payments: counts({ before: 3, found: 1 }), problems: [] });
  expect(sentPayments()).toEqual(payments);
});

test.each(['reset', '500', 'html'] as const)(
  'sends a payment again if Merit failed (%s) before it booked the payment',
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

test('documents at a rate for which Merit has two taxes are reported and not sent', async () => {
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
])('stops and says why: %s', async (_, changes, detail) => {
  await sellNovember();
  expect(await merit.push({ client: merit.clientOf(changes) })).toMatchObject({
    documents: counts(),
    stopped: { reason: 'denied', detail },
  });
});

test('stops when the plan has no API, even in the middle of a push, and sends the remaining documents later', async () => {
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
  expect(await merit.push()).toEqual(allSent);
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

test('stops between two documents when the user asks for it', async () => {
  await sellNovember();
  const stop = new AbortController();
  const client = merit.clientOf();
  const result = await merit.push({
    signal: stop.signal,
    client: {
      ...client,
      sendInvoice: (invoice) => {
        stop.abort();
        return client.sendInvoice(invoice);
      },
    },
  });
  expect(result).toMatchObject({ documents: counts({ sent: 1 }), stopped: { reason: 'interrupted' } });
  expect(await merit.rows()).toEqual({ [`document ${numbers[0]}`]: 'sent' });
  expect(await merit.push()).toMatchObject({ documents: counts({ before: 1, sent: 3 }), stopped: null });
});
