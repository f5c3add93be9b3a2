import shop from '../../../shop.config.ts';
import type { MailContent, MailKind } from '../../../src/mail/mail.ts';
import type { Locale } from '../../../src/shop/locale.ts';
import type { OrderPiece } from '../../../src/shop/order/order-pieces.server.ts';
import type { NextStep, OrderView } from '../../../src/shop/order/order-view.ts';

export const mailKinds: MailKind[] = [
  'placed',
  'paid',
  'ready',
  'cancelled',
  'expired',
  'refunded',
  'changed',
  'withdrawal',
  'branch-order',
  'branch-over',
  'branch-withdrawal',
  'branch-transfer',
  'delayed',
  'branch-elsewhere',
  'branch-unanswered',
  'not-collected',
  'branch-not-collected',
];

/** An order for four tires from two branches and one tire from a supplier. */
export const sampleOrder = (changes: Partial<OrderView> = {}): OrderView => ({
  number: 'R26-4F7K2',
  status: 'awaiting_payment',
  locale: 'ee',
  placedAt: '2026-11-21T15:05:00.000Z',
  customer: { name: 'Õie Šmidt-Žukova', email: 'oie@example.com', phone: '+372 5555 1234' },
  company: null,
  branch: 'ringtee',
  fulfilment: 'pickup',
  plate: null,
  note: '',
  paymentMethod: 'bank_transfer',
  items: [
    {
      id: 'one',
      title: 'Nokian Hakkapeliitta R5',
      size: '205/55 R16 94R XL',
      count: 4,
      price: 119.9,
      returned: 0,
      parts: [
        { place: 'ringtee', count: 2, leadDays: 0 },
        { place: 'annelinn', count: 2, leadDays: 1 },
      ],
    },
    {
      id: 'two',
      title: 'Michelin X-Ice Snow',
      size: '225/45 R17 94H XL',
      count: 1,
      price: 148.5,
      returned: 0,
      parts: [{ place: 'baltyre', count: 1, leadDays: 3 }],
    },
  ],
  total: 628.1,
  vat: { percent: 24, amount: 121.57 },
  promisedOn: '2026-11-26',
  heldUntil: '2026-11-24',
  payment: { state: 'unpaid', attempt: 'pending', paid: 0, refunded: 0, missing: 0, over: 0, refunds: [] },
  awaitsBuyer: true,
  withdrawnAt: null,
  fitting: null,
  delay: null,
  ...changes,
});

export const transferStep: NextStep = {
  type: 'instructions',
  holder: shop.bank.holder,
  bank: shop.bank.name,
  iban: shop.bank.iban,
  bic: shop.bank.bic,
  reference: '26000123457',
  amount: 628.1,
  dueOn: '2026-11-24',
};

const piece = { day: '2026-11-24', shelf: null, aside: 0 };

/** Where the tires of that order are. */
const samplePieces: OrderPiece[] = [
  { ...piece, position: 0, tireId: 'one', place: 'ringtee', count: 2, state: 'here', day: null },
  { ...piece, position: 0, tireId: 'one', place: 'annelinn', count: 2, state: 'asked' },
  { ...piece, position: 1, tireId: 'two', place: 'supplier:baltyre', count: 1, state: 'ordered', day: '2026-11-26' },
];

/** A mail of a kind about `sampleOrder`. 22:05 UTC is five past midnight of the next day in Tallinn. */
export const mailOf = (kind: MailKind, locale: Locale = 'ee', changes: Partial<MailContent> = {}): MailContent => ({
  id: '0190d5a4-7c11-7cc0-8d3f-2f1f0f6f1a2b',
  kind,
  order: sampleOrder({ locale }),
  next: kind === 'placed' ? transferStep : { type: 'none' },
  shopConfig: shop,
  links: {
    order: 'https://rehvipood.example/success?order=R26-4F7K2#token',
    withdrawal: 'https://rehvipood.example/withdrawal?order=R26-4F7K2#token',
    branch: 'https://rehvipood.example/branch/R26-4F7K2?key=abc',
  },
  paid: kind === 'paid' || kind === 'ready',
  refund: { amount: 148.5 },
  delay: { promisedOn: '2026-11-26', expectedOn: '2026-12-03' },
  readyOn: '2026-11-24',
  pieces: samplePieces,
  ...(kind === 'branch-transfer' && {
    transfer: {
      from: 'annelinn',
      isOver: false,
      tires: [{ title: 'Nokian Hakkapeliitta R5', size: '205/55 R16 94R XL', count: 2 }],
    },
  }),
  ...(kind === 'changed' && {
    change: {
      tires: [
        { title: 'Nokian Hakkapeliitta R5', size: '205/55 R16 94R XL', before: 4, after: 2 },
        { title: 'Michelin X-Ice Snow', size: '225/45 R17 94H XL', before: 0, after: 1 },
      ],
      branch: { before: 'annelinn', after: 'ringtee' },
      fulfilment: { before: 'pickup', after: 'fitting' },
      fields: ['phone', 'plate'],
      total: { before: 719.4, after: 628.1 },
      promised: { before: '2026-11-24', after: '2026-11-26' },
      refund: 91.3,
      leaves: null,
    },
  }),
  withdrawal: {
    receivedAt: new Date('2026-11-27T22:05:59Z'),
    name: 'Õie Šmidt-Žukova',
    items: [{ title: 'Michelin X-Ice Snow', size: '225/45 R17 94H XL', count: 1 }],
    note: '',
  },
  ...changes,
});
