import { expect, test } from 'vitest';
import { pdfDrawings } from '../../../test/support/pdf-text.ts';
import {
  dayBooking,
  dayOrder,
  documents,
  purchase,
  settings,
  textOf,
  textsOf,
  tire,
} from '../../../test/support/printed.ts';
import { dayListPdf } from './day-list.ts';
import { purchaseListPdf } from './purchase-list.ts';

test.each([
  ['ee', 'veel saatmata', 'tuleb 27.11', 'Kokku: 6 rehvi', 'lubatud 25.11', '479,60 €', 'Enne kontrollige makset'],
  ['ru', 'ещё нет', 'к 27.11', 'Всего: 6 шин', 'обещан 25.11', '479,60 €', 'Сначала проверьте оплату'],
  ['en', 'not yet', 'by 27/11', 'Total: 6 tyres', 'promised 25/11', '€479.60', 'Check the payment first'],
] as const)(
  'lists in %s show the expected tires and the amount owed',
  async (locale, notSent, expectedBy, total, promised, owed, checkPayment) => {
    const list = textOf(await documents.purchase(locale));
    const outstanding = `/ ${purchase().lines[0]?.outstanding}`;
    for (const word of [
      'P26-00017',
      'Rehvihulgi OÜ',
      notSent,
      'ART-1',
      '6419440382319',
      'R26-4F7K2 (4)',
      outstanding,
      expectedBy,
      total,
    ])
      expect(list).toContain(word);
    const day = textOf(await documents['day’s list'](locale)).replaceAll(/\s+/g, ' ');
    const order = ['R26-4F7K2', '123 ABC', '+372 5555 1234', `5 × ${tire.size}`, 'A3, B4'];
    for (const word of [...order, promised, owed, checkPayment]) expect(day).toContain(word);
  },
);

test('a transfer note shows both branches, the orders and when tires were sent', async () => {
  const text = textOf(await documents.transfer('ee'));
  for (const word of ['Ringtee → Annelinn', 'R26-4F7K2', '24.11', 'Kokku: 3 rehvi']) expect(text).toContain(word);
});

test('a long list repeats the headings of its columns on each page and splits no row', async () => {
  const orders = Array.from({ length: 40 }, (_, index) => dayOrder({ number: `R26-${10_000 + index}` }));
  const pages = textsOf(
    await dayListPdf({ branch: 'Ringtee', day: '2026-11-26', orders, bookings: [] }, settings('en')),
  );
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) {
    expect(page).toContain('Plate\nCustomer\nTyres');
    const orderNumbers = page.match(/R26-1\d{4}/g) ?? [];
    const amountsOwed = page.match(/€479\.60/g);
    expect(amountsOwed).toHaveLength(orderNumbers.length);
  }
  expect(pages[0]).toContain('40 orders');
  expect(pages.at(-1)).toContain('R26-10039');
});

test('an order without a balance due is shown as paid, and its promised day is not shown if it is not late', async () => {
  const paidOrder = dayOrder({ owedCents: 0, isBlocked: false, promisedOn: '2026-11-26' });
  const text = textOf(
    await dayListPdf({ branch: 'Ringtee', day: '2026-11-26', orders: [paidOrder], bookings: [] }, settings('en')),
  );
  expect(text).toContain('Paid');
  expect(text).not.toMatch(/promised|Check the payment/);
});

test('a purchase list keeps the number of each order on one line, also of many orders', async () => {
  const numbers = ['R26-4F7K2', 'R26-5G8L3', 'R26-6H9M4', 'R26-7J2N5', 'R26-8K3P6', 'R26-9L4Q7'];
  const orders = numbers.map((number, index) => ({ number, count: index + 1 }));
  const lines = purchase().lines.map((line) => ({ ...line, orders }));
  const text = textOf(await purchaseListPdf(purchase({ lines }), settings('en')));
  expect(text.match(/R26-\w{5} \(\d\)/g)).toEqual([
    'R26-4F7K2 (1)',
    'R26-5G8L3 (2)',
    'R26-6H9M4 (3)',
    'R26-7J2N5 (4)',
    'R26-8K3P6 (5)',
    'R26-9L4Q7 (6)',
  ]);
});

test('a purchase list has blanks for counts that are not known yet, and says when all pieces have arrived', async () => {
  const [line] = purchase().lines;
  const pdfWith = async (counts: { confirmed: number; outstanding: number }) =>
    purchaseListPdf(purchase({ lines: line ? [{ ...line, ...counts }] : [] }), settings('en'));
  const blankBox = / 26 14 re\nS/g; // the outline of a rectangle of 26 × 14 points
  const blanks = (pdf: Buffer) => pdfDrawings(pdf)[0]?.content.match(blankBox)?.length ?? 0;
  expect(blanks(await pdfWith({ confirmed: 0, outstanding: 6 }))).toBe(2);
  expect(blanks(await pdfWith({ confirmed: 4, outstanding: 6 }))).toBe(1);
  const arrived = await pdfWith({ confirmed: 4, outstanding: 0 });
  expect(blanks(arrived)).toBe(0);
  expect(textOf(arrived)).toContain('all');
});

test('appointments of the day come first, by their time, also those without an order', async () => {
  const orders = [
    dayOrder({ number: 'R26-10001', fitting: null }),
    dayOrder({ number: 'R26-10002', fitting: { time: '10:15', bay: 2, storage: false } }),
    dayOrder({ number: 'R26-10003', fitting: { time: '09:00', bay: 3, storage: true } }),
  ];
  const bookings = [dayBooking({ plate: '456 DEF', fitting: { time: '08:30', bay: 1, storage: false } })];
  const list = { branch: 'Ringtee', day: '2026-11-26', orders, bookings };
  const text = textOf(await dayListPdf(list, settings('en')));
  expect(text).toContain('3 orders, 1 time without an order');
  expect(text.match(/\d\d:\d\d · Bay \d|R26-1000\d|No order|456 DEF/g)).toEqual([
    '08:30 · Bay 1',
    'No order',
    '456 DEF',
    '09:00 · Bay 3',
    'R26-10003',
    '10:15 · Bay 2',
    'R26-10002',
    'R26-10001',
  ]);
  expect(text).toContain('From storage');
});
