import { expect, test } from 'vitest';
import { bankImports } from '../../support/bank/bank-imports.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

const { importOf, transferOrder } = bankImports(shop);

test('two entries with the same id of the bank in one statement pay two orders, once each', async () => {
  const [first, second] = [await transferOrder(), await transferOrder()];
  const entries = [first, second].map(({ reference }) => ({ id: 'A', amount: '319.60', reference }));
  expect(await importOf(entries)).toEqual({ outcomes: { book: 2 }, bookedCents: 63920 });
  expect((await shop.ledger()).map(({ provider_ref }) => provider_ref)).toEqual(['A', 'A#2']);
  expect(await importOf(entries)).toEqual({ outcomes: { seen: 2 }, bookedCents: 0 });
});

test('entries with the same id of the bank are told apart in statements that have other ones of them, or another order', async () => {
  const orders = [await transferOrder(), await transferOrder(), await transferOrder()];
  const [first, second, third] = orders.map(({ reference }) => ({ id: 'A', amount: '319.60', reference }));
  if (!first || !second || !third) throw new Error('three orders are expected');
  expect(await importOf([first])).toEqual({ outcomes: { book: 1 }, bookedCents: 31960 });
  expect(await importOf([second])).toEqual({ outcomes: { book: 1 }, bookedCents: 31960 });
  expect(await importOf([third, second, first])).toEqual({ outcomes: { book: 1, seen: 2 }, bookedCents: 31960 });
  expect(await importOf([second, first, third])).toEqual({ outcomes: { seen: 3 }, bookedCents: 0 });
  for (const { number } of orders) expect(await shop.orderState(number)).toMatchObject({ status: 'confirmed' });
});

test('two imports at once of entries with the same id of the bank, in another order, book each once', async () => {
  const orders = [await transferOrder(), await transferOrder()];
  const entries = orders.map(({ reference }) => ({ id: 'A', amount: '319.60', reference }));
  const summaries = await Promise.all([importOf(entries), importOf(entries.toReversed())]);
  expect(summaries.reduce((sum, { bookedCents }) => sum + bookedCents, 0)).toBe(63920);
  expect((await shop.ledger()).map(({ provider_ref }) => provider_ref).toSorted()).toEqual(['A', 'A#2']);
});

test('two equal entries with the same id of the bank are two, once each', async () => {
  const entry = { id: 'A', amount: '50.00' };
  expect(await importOf([entry, entry])).toEqual({ outcomes: { unassigned: 2 }, bookedCents: 0 });
  expect(await importOf([entry, entry])).toEqual({ outcomes: { seen: 2 }, bookedCents: 0 });
  expect(await importOf([entry])).toEqual({ outcomes: { seen: 1 }, bookedCents: 0 });
});

test('the transactions of a collective entry are booked once, also if another statement has them in another order', async () => {
  const [first, second] = [await transferOrder(), await transferOrder()];
  const parts = [first, second].map(({ reference }) => ({ amount: '319.60', reference }));
  expect(await importOf([{ amount: '639.20', parts }])).toEqual({ outcomes: { book: 2 }, bookedCents: 63920 });
  expect(await importOf([{ amount: '639.20', parts: parts.toReversed() }])).toMatchObject({ outcomes: { seen: 2 } });
});

test('a statement that is imported again after its payers were erased books nothing', async () => {
  const { reference } = await transferOrder();
  const entries = [
    { amount: '319.60', reference },
    { id: 'B', text: 'rehvid' },
  ];
  await importOf(entries);
  await shop.db.updateTable('bank_entries').set({ payer_name: null, payer_iban: null, remittance: '' }).execute();
  expect(await importOf(entries)).toEqual({ outcomes: { seen: 2 }, bookedCents: 0 });
});

test('an entry that another statement gives with other details is booked once', async () => {
  const { reference } = await transferOrder();
  const entry = { id: 'A', amount: '319.60', text: 'rehvid' };
  expect(await importOf([{ ...entry, reference }])).toEqual({ outcomes: { book: 1 }, bookedCents: 31960 });
  const details = [{ reference, text: 'talverehvid' }, { iban: '', reference }, {}, { iban: '', text: '' }];
  for (const detail of details)
    expect(await importOf([{ ...entry, ...detail }], { version: '08' })).toMatchObject({ outcomes: { seen: 1 } });
  expect(await shop.ledger()).toHaveLength(1);
});

test('an entry whose first statement gave no details is stored once', async () => {
  const entry = { id: 'A', amount: '50.00' };
  expect(await importOf([{ ...entry, iban: '' }])).toMatchObject({ outcomes: { unassigned: 1 } });
  expect(await importOf([{ ...entry, reference: '110', text: 'rehvid' }])).toMatchObject({ outcomes: { seen: 1 } });
});

test.each([
  ['day', { day: '2026-11-21' }],
  ['amount', { amount: '50.01' }],
  ['currency', { currency: 'SEK' }],
  ['account of the payer', { iban: 'EE382200221020145685' }],
  ['reference', { reference: '121312952' }],
])('entries with the same id of the bank and another %s are two, once each', async (_, difference) => {
  const entry = { id: 'A', amount: '50.00', reference: '110' };
  const other = { ...entry, ...difference };
  expect(await importOf([entry])).toMatchObject({ outcomes: { unassigned: 1 } });
  expect(await importOf([other])).toMatchObject({ outcomes: { unassigned: 1 } });
  expect(await importOf([entry, other])).toMatchObject({ outcomes: { seen: 2 } });
});

test('a pending entry before the booked one with its id changes nothing', async () => {
  const { reference } = await transferOrder();
  const booked = { id: 'A', amount: '319.60', reference };
  const entries = [{ ...booked, status: 'PDNG' }, booked];
  expect(await importOf(entries)).toEqual({ outcomes: { pending: 1, book: 1 }, bookedCents: 31960 });
  expect(await importOf(entries)).toEqual({ outcomes: { pending: 1, seen: 1 }, bookedCents: 0 });
  expect(await importOf([booked])).toEqual({ outcomes: { seen: 1 }, bookedCents: 0 });
});

test('an entry that was stored with a number, and none without, is booked once', async () => {
  const { reference } = await transferOrder();
  const entries = [{ id: 'A', amount: '319.60', reference }];
  await importOf(entries);
  const key = 'EE382200221020145685 credit A#2';
  await shop.db.updateTable('bank_entries').set({ key, bank_id: 'A#2' }).execute();
  expect(await importOf(entries)).toEqual({ outcomes: { seen: 1 }, bookedCents: 0 });
});

test('the reversal of an entry whose id another one has too takes back the payment of its own order', async () => {
  const [first, second] = [await transferOrder(), await transferOrder()];
  const entries = [first, second].map(({ reference }) => ({ id: 'A', amount: '319.60', reference }));
  await importOf(entries);
  const debit = { id: 'A', amount: '319.60', direction: 'DBIT', reversal: true, day: '2026-11-23' } as const;
  const reversal = { ...debit, reference: second.reference };
  expect(await importOf([reversal])).toMatchObject({ outcomes: { reverse: 1 } });
  expect(await importOf([reversal])).toMatchObject({ outcomes: { seen: 1 } });
  expect(await shop.orderState(first.number)).toEqual({ status: 'confirmed', paid: 'paid', review: null });
  expect(await shop.orderState(second.number)).toMatchObject({ review: 'payment-withdrawn' });
});

test.each([
  ['waits for a person', 'unassigned', { reference: '110' }],
  ['was ignored', 'unassigned', { reference: '110' }],
  ['is a payout', 'payout', { payer: 'Montonio Finance UAB', iban: 'EE382200221020145685' }],
])(
  'a reversal of an entry that %s takes back no payment of another entry with its id',
  async (state, outcome, details) => {
    const { number, reference } = await transferOrder();
    const booked = { id: 'A', amount: '319.60', reference };
    const other = { id: 'A', amount: '319.60', ...details };
    expect(await importOf([booked, other])).toMatchObject({ outcomes: { book: 1, [outcome]: 1 } });
    if (state === 'was ignored') {
      const { id } = await shop.db
        .selectFrom('bank_entries')
        .select('id')
        .where('state', '=', 'unassigned')
        .executeTakeFirstOrThrow();
      await shop.run(['bank', 'ignore', String(id), 'laen']);
    }
    const debit = { direction: 'DBIT', reversal: true, day: '2026-11-23' } as const;
    expect(await importOf([{ ...other, ...debit }])).toMatchObject({ outcomes: { unassigned: 1 } });
    expect(await shop.orderState(number)).toEqual({ status: 'confirmed', paid: 'paid', review: null });
    expect(await importOf([{ ...booked, ...debit }])).toMatchObject({ outcomes: { reverse: 1 } });
    expect(await shop.orderState(number)).toMatchObject({ review: 'payment-withdrawn' });
  },
);
