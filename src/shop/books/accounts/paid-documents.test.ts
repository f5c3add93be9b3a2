import { expect, test } from 'vitest';
import { paidDocuments } from './paid-documents.ts';

const onDay = (day: number) => new Date(Date.UTC(2026, 10, day));
const invoice = (number: string, grossCents: number, replacedAt: Date | null = null) =>
  ({ number, kind: 'invoice', grossCents, replacedAt }) as const;
const credit = (number: string, grossCents: number) =>
  ({ number, kind: 'credit-note', grossCents, replacedAt: null }) as const;
const paidIn = (id: string, cents: number, at = onDay(20)) =>
  ({ id, direction: 'in', cents, at, refundsSurplus: false }) as const;
const paidOut = (id: string, cents: number, refundsSurplus = false) =>
  ({ id, direction: 'out', cents, at: onDay(20), refundsSurplus }) as const;

test.each([
  ['the invoice to its payment', [invoice('1', 400)], [paidIn('a', 400)], { a: '1' }],
  [
    'an invoice each to a deposit and the balance',
    [invoice('1', 100), invoice('2', 300)],
    [paidIn('a', 100), paidIn('b', 300)],
    { a: '1', b: '2' },
  ],
  ['the same invoice to two payments', [invoice('1', 400)], [paidIn('a', 100), paidIn('b', 300)], { a: '1', b: '1' }],
  [
    'the first of two invoices to a payment that also pays a part of the second',
    [invoice('1', 100), invoice('2', 300)],
    [paidIn('a', 150), paidIn('b', 250)],
    { a: '1', b: '2' },
  ],
  ['no document to money without an invoice', [], [paidIn('a', 100)], {}],
  ['no document to money that is too much', [invoice('1', 100)], [paidIn('a', 100), paidIn('b', 20)], { a: '1' }],
  [
    'the credit note to its refund',
    [invoice('1', 400), credit('2', 100)],
    [paidIn('a', 400), paidOut('b', 100)],
    { a: '1', b: '2' },
  ],
  [
    'a replaced invoice to money from before, and the new invoice to later money',
    [invoice('1', 400, onDay(21)), credit('2', 400), invoice('3', 400)],
    [paidIn('a', 100), paidIn('b', 300, onDay(22))],
    { a: '1', b: '3' },
  ],
  ['no document to a refund of too much money', [invoice('1', 400)], [paidIn('a', 420), paidOut('b', 20)], { a: '1' }],
  [
    'a later credit note to its own refund, and not to that of an invoice paid twice',
    [invoice('1', 400), credit('2', 100)],
    [paidIn('a', 400), paidIn('b', 400), paidOut('c', 400, true), paidOut('d', 100)],
    { a: '1', d: '2' },
  ],
  [
    'the credit note to a refund of money that was too much only because of it',
    [invoice('1', 400), credit('2', 100)],
    [paidIn('a', 420), paidOut('b', 120, true)],
    { a: '1', b: '2' },
  ],
])('assigns %s', (_, documents, moves, expected) => {
  expect(Object.fromEntries(paidDocuments(documents, moves))).toEqual(expected);
});
