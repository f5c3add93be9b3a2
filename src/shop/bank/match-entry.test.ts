import { describe, expect, test } from 'vitest';
import { referenceNumber } from '../order/order-codes.server.ts';
import { type CandidateOrder, matchEntry, payoutOf, referencesInText, type StoredCredit } from './match-entry.ts';
import type { StatementEntry } from './statement.ts';

const reference = referenceNumber('2600123456');
const order: CandidateOrder = {
  id: 1,
  reference,
  status: 'awaiting_payment',
  dueCents: 31956,
  isPaid: false,
  isOnCredit: false,
};
const settings = {
  iban: 'EE38 2200 2210 2014 5685',
  payouts: [
    { provider: 'montonio' as const, names: ['Montonio Finance'], ibans: [] },
    { provider: 'stripe' as const, names: [], ibans: ['IE29 AIBK 9311 5212 3456 78'] },
  ],
};
const entry: StatementEntry = {
  account: 'EE382200221020145685',
  entryId: 'B1',
  bankId: 'B1',
  earlierRepeats: 0,
  transactionIds: ['B1', 'E1'],
  currency: 'EUR',
  isBooked: true,
  direction: 'credit',
  isReversal: false,
  bookedOn: '2026-11-20',
  amountCents: 31956,
  payerName: 'Mari',
  payerIban: 'EE471000001020145685',
  references: [reference],
  text: '',
};
const match = (changes: Partial<StatementEntry>, orders: CandidateOrder[] = [order], credits: StoredCredit[] = []) =>
  matchEntry({ ...entry, ...changes }, { orders, credits }, settings);

test.each<[string, Partial<StatementEntry>, object]>([
  ['reference and amount', {}, { kind: 'book', orderId: 1 }],
  ['spaces in the reference', { references: [`26 0012 3456 ${reference.slice(-1)}`] }, { kind: 'book', orderId: 1 }],
  ['leading zeros', { references: [`000${reference}`] }, { kind: 'book', orderId: 1 }],
  [
    'a reference in the text',
    { references: [], text: `/RFB/${reference}/TXT/rehvid` },
    { kind: 'flagged', orderId: 1 },
  ],
  ['one cent short', { amountCents: 31955 }, { kind: 'part', orderId: 1 }],
  ['one cent over', { amountCents: 31957 }, { kind: 'over', orderId: 1 }],
  [
    'a reference in the text, one cent short',
    { references: [], text: reference, amountCents: 31955 },
    { reason: 'amount-differs' },
  ],
  ['an amount of 0', { amountCents: 0 }, { reason: 'amount-differs' }],
  ['only the amount', { references: [] }, { reason: 'no-reference' }],
  [
    'a wrong check digit',
    { references: [`${reference.slice(0, -1)}${(Number(reference.at(-1)) + 1) % 10}`] },
    { reason: 'wrong-reference' },
  ],
  ['an unknown reference', { references: [referenceNumber('2699999999')] }, { reason: 'unknown-order' }],
  ['another currency', { currency: 'SEK' }, { kind: 'unassigned', reason: 'currency' }],
  ['a pending entry', { isBooked: false }, { kind: 'skip', reason: 'pending' }],
  ['another account', { account: 'EE471000001020145685' }, { kind: 'skip', reason: 'other-account' }],
  ['a debit', { direction: 'debit' }, { kind: 'skip', reason: 'debit' }],
  ['a payment of the shop that came back', { isReversal: true }, { reason: 'returned-to-shop' }],
  ['a payout, also with a reference', { payerName: 'MONTONIO FINANCE UAB' }, { kind: 'payout', provider: 'montonio' }],
  ['a payout by IBAN', { payerIban: 'IE29AIBK93115212345678' }, { kind: 'payout', provider: 'stripe' }],
])('decides about an entry: %s', (_, changes, decision) => {
  expect(match(changes)).toMatchObject(decision);
});

test.each<[string, Partial<CandidateOrder>, string]>([
  ['paid', { isPaid: true, dueCents: 0, status: 'confirmed' }, 'paid'],
  ['cancelled', { status: 'cancelled' }, 'closed'],
  ['expired', { status: 'expired' }, 'closed'],
  ['handed over', { status: 'completed' }, 'closed'],
])('money for an order that is %s stays unassigned', (_, changes, reason) => {
  expect(match({}, [{ ...order, ...changes }])).toEqual({ kind: 'unassigned', reason });
});

test('books a transfer of the amount still due, and a transfer for an order with payment at the branch', () => {
  expect(match({ amountCents: 1 }, [{ ...order, dueCents: 1 }])).toMatchObject({ kind: 'book' });
  const toBePaidAtBranch = { ...order, status: 'confirmed' as const };
  expect(match({}, [toBePaidAtBranch])).toMatchObject({ kind: 'book' });
});

test('a transfer with the references of two orders stays unassigned', () => {
  const other = { ...order, id: 2, reference: referenceNumber('2600777777') };
  for (const changes of [
    { references: [reference, other.reference] },
    { references: [], text: `${reference} ja ${other.reference}` },
  ])
    expect(match(changes, [order, other])).toEqual({ kind: 'unassigned', reason: 'several-orders' });
});

const booked: StoredCredit = {
  id: 7,
  bankId: 'B0',
  transactionIds: ['B0', 'E1'],
  amountCents: 31956,
  payerIban: entry.payerIban,
  isForOrder: true,
  reference,
};

test.each<[string, Partial<StatementEntry>, StoredCredit[], object]>([
  ['the id of the bank', { transactionIds: ['B9', 'B0'] }, [booked], { kind: 'reverse', entryId: 7 }],
  ['the id of the payer', {}, [booked], { kind: 'reverse', entryId: 7 }],
  ['reference, payer and amount', { transactionIds: ['B9'] }, [booked], { kind: 'reverse', entryId: 7 }],
  ['reference and amount, another payer', { transactionIds: ['B9'], payerIban: 'X' }, [booked], { reason: 'reversal' }],
  ['another amount', { amountCents: 1 }, [booked], { reason: 'reversal' }],
  [
    'two booked entries',
    { transactionIds: ['E1'] },
    [booked, { ...booked, id: 8, bankId: 'B8' }],
    { reason: 'reversal' },
  ],
])('decides about a reversal: %s', (_, changes, list, decision) => {
  expect(match({ direction: 'debit', isReversal: true, ...changes }, [], list)).toMatchObject(decision);
});

const bookedTwice: StoredCredit[] = [
  booked,
  { ...booked, id: 8, bankId: 'B0#2', payerIban: 'EE382200221020145685', reference: '110' },
];

test.each<[string, Partial<StatementEntry>, object]>([
  ['payer and reference', { payerIban: 'EE382200221020145685', references: ['110'] }, { kind: 'reverse', entryId: 8 }],
  ['payer', { payerIban: 'EE382200221020145685', references: [] }, { kind: 'reverse', entryId: 8 }],
  ['reference', { payerIban: null, references: ['110'] }, { kind: 'reverse', entryId: 8 }],
  ['payer and reference of the other', {}, { kind: 'reverse', entryId: 7 }],
  ['payer of one and reference of the other', { references: ['110'] }, { reason: 'reversal' }],
  ['neither payer nor reference', { payerIban: null, references: [] }, { reason: 'reversal' }],
])('a debit of one of two entries with the same id of the bank is decided by %s', (_, changes, decision) => {
  for (const isReversal of [true, false]) {
    const debit: Partial<StatementEntry> = { direction: 'debit', isReversal, transactionIds: ['B0'], ...changes };
    expect(match(debit, [], bookedTwice)).toMatchObject(decision);
  }
});

test('a reversal of a transaction of a collective entry is found by its id, also if that has a number', () => {
  const debit = { direction: 'debit' as const, isReversal: true, transactionIds: ['B0/1'], references: [] };
  for (const bankId of ['B0/1#2', 'B0#2/1'])
    expect(match(debit, [], [{ ...booked, bankId }])).toEqual({ kind: 'reverse', entryId: 7 });
});

test('a debit that is not marked as a reversal reverses an entry only if it names the bank’s id of that entry', () => {
  expect(match({ direction: 'debit', transactionIds: ['B9', 'B0'] }, [], [booked])).toEqual({
    kind: 'reverse',
    entryId: 7,
  });
  expect(match({ direction: 'debit' }, [], [booked])).toEqual({ kind: 'skip', reason: 'debit' });
  const forNoOrder = { ...booked, isForOrder: false };
  expect(match({ direction: 'debit', transactionIds: ['B0'] }, [], [forNoOrder])).toMatchObject({ kind: 'skip' });
});

describe('reference numbers in texts', () => {
  test.each([
    ['with the check digit 0', 'arve 110', '110'],
    ['with digits in groups', 'viitenumber 12131 2952 aitäh', '121312952'],
  ])('are found %s', (_, text, found) => expect(referencesInText(text)).toContain(found));

  test.each([
    ['with a wrong check digit', '121312953'],
    ['in a phone number', 'tel 5512345'],
    ['with a leading zero', '0110'],
    ['after a letter', 'a110'],
    ['before a letter', '110b'],
    ['in an IBAN and an order number', 'EE382200221020145685 R26-4F7K2'],
  ])('are not found %s', (_, text) => expect(referencesInText(text)).toEqual([]));
});

test('a payer whose name only resembles that of a provider is not a provider', () => {
  for (const payerName of ['Montonio', 'Mari Montonio Finance', 'Montonio Financed OÜ', null])
    expect(payoutOf({ payerName, payerIban: null }, settings)).toBeNull();
});
