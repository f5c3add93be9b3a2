import shopConfig from '../../shop.config.ts';
import { type DayListBooking, type DayListOrder, dayListPdf } from '../../src/desk/print/day-list.ts';
import { type PurchaseList, purchaseListPdf } from '../../src/desk/print/purchase-list.ts';
import type { PrintSettings } from '../../src/desk/print/sheet.ts';
import { type ShelfLabel, shelfLabelsPdf } from '../../src/desk/print/shelf-label.ts';
import { printTexts } from '../../src/desk/print/texts.ts';
import { transferNotePdf } from '../../src/desk/print/transfer-note.ts';
import { type WorkOrder, workOrderPdf } from '../../src/desk/print/work-order.ts';
import type { Locale } from '../../src/shop/locale.ts';
import { pdfPages } from './pdf-text.ts';

export const settings = (locale: Locale): PrintSettings => ({
  texts: printTexts(locale),
  shopConfig,
  deskUrl: 'https://desk.rehvipood.example',
  at: new Date('2026-11-25T22:05:00Z'),
});

/** The text of each page of a document, with plain spaces. */
export const textsOf = (pdf: Buffer) => pdfPages(pdf).map((page) => page.replaceAll('\u00A0', ' '));
export const textOf = (pdf: Buffer) => textsOf(pdf).join('\n');

export const tire = { title: 'Nokian Hakkapeliitta R5', size: '205/55 R16 94R XL' };
export const longName = 'Maksimilian Alexander Vandersteenhoven-Bartholomäus-Щукарёв';

export const label = (changes: Partial<ShelfLabel> = {}): ShelfLabel => ({
  ...tire,
  number: 'R26-4F7K2',
  count: 4,
  name: 'Õie Šmidt-Žukova',
  plate: '123 ABC',
  branch: 'Ringtee',
  day: '2026-11-26',
  fitting: { day: '2026-11-27', time: '09:00' },
  ...changes,
});

export const workOrder = (changes: Partial<WorkOrder> = {}): WorkOrder => ({
  number: 'R26-4F7K2',
  name: 'Õie Šmidt-Žukova',
  phone: '+372 5555 1234',
  plate: '123 ABC',
  fulfilment: 'fitting',
  branch: 'Ringtee',
  promisedOn: '2026-11-26',
  note: 'Helistage enne.',
  fitting: {
    ...{ day: '2026-11-27', time: '09:00', minutes: 30, bay: 3 },
    ...{ vehicle: 'car', priceCents: 6_000, storage: true },
  },
  lines: [{ ...tire, count: 4, here: 2, shelf: 'A3' }],
  ...changes,
});

export const purchase = (changes: Partial<PurchaseList> = {}): PurchaseList => ({
  number: 'P26-00017',
  supplier: 'Rehvihulgi OÜ',
  branch: 'Ringtee',
  sentOn: null,
  lines: [
    {
      ...{ ...tire, sku: 'ART-1', ean: '6419440382319', ordered: 6, confirmed: 4, outstanding: 5 },
      expectedOn: '2026-11-27',
      orders: [{ number: 'R26-4F7K2', count: 4 }],
    },
  ],
  ...changes,
});

export const dayOrder = (changes: Partial<DayListOrder> = {}): DayListOrder => ({
  number: 'R26-4F7K2',
  isReady: true,
  promisedOn: '2026-11-25',
  name: 'Õie Šmidt-Žukova',
  phone: '+372 5555 1234',
  plate: '123 ABC',
  fulfilment: 'fitting',
  lines: [{ ...tire, count: 5 }],
  ...{ here: 1, coming: 2, missing: 1, handedOver: 1 },
  owedCents: 47_960,
  isBlocked: true,
  shelves: ['A3', 'B4'],
  fitting: { time: '09:00', bay: 3, storage: true },
  ...changes,
});

export const dayBooking = (changes: Partial<DayListBooking> = {}): DayListBooking => ({
  ...{ name: 'Jüri Tamm', phone: '5123 4567', plate: '456 DEF', vehicle: 'suv', wheels: 4, rim: 17, priceCents: 7_800 },
  fitting: { time: '08:30', bay: 1, storage: false },
  ...changes,
});

export const documents = {
  label: (locale: Locale) => shelfLabelsPdf([label()], settings(locale)),
  'work order': (locale: Locale) => workOrderPdf(workOrder(), settings(locale)),
  purchase: (locale: Locale) => purchaseListPdf(purchase(), settings(locale)),
  transfer: (locale: Locale) =>
    transferNotePdf(
      {
        from: 'Ringtee',
        to: 'Annelinn',
        lines: [
          { ...tire, number: 'R26-4F7K2', count: 2, sentOn: null, promisedOn: '2026-11-26' },
          { ...tire, number: 'R26-4F7K3', count: 1, sentOn: '2026-11-24', promisedOn: '2026-11-27' },
        ],
      },
      settings(locale),
    ),
  'day’s list': (locale: Locale) =>
    dayListPdf(
      { branch: 'Ringtee', day: '2026-11-26', orders: [dayOrder()], bookings: [dayBooking()] },
      settings(locale),
    ),
};
