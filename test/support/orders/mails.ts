import shop from '../../../shop.config.ts';
import type { MailContent, MailKind } from '../../../src/mail/mail.ts';
import type { Booking } from '../../../src/shop/fitting/bookings/bookings.server.ts';
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
  'fitting-moved',
  'fitting-freed',
  'fitting-missed',
  'fitting-reminder',
  'fitting-earlier',
  'documents',
  'part-paid',
];

/** The booking of an appointment on Friday, 27 November at 09:00. */
export const sampleBooking = (changes: Partial<Booking> = {}): Booking => ({
  id: '0190d5a4-0000-7cc0-8d3f-000000000001',
  order_id: 1,
  branch: 'ringtee',
  bay: 1,
  starts_at: new Date('2026-11-27T07:00:00Z'),
  ends_at: new Date('2026-11-27T07:45:00Z'),
  vehicle: 'car',
  wheels: 4,
  rim: 18,
  run_flat: false,
  price_cents: 7_800,
  storage: false,
  state: 'booked',
  freed_because: null,
  channel: 'web',
  name: null,
  phone: null,
  plate: null,
  note: '',
  earlier_since: null,
  version: 0,
  made_at: new Date('2026-11-21T15:05:00Z'),
  made_by: 'buyer',
  arrived_at: null,
  done_at: null,
  ...changes,
});

/** The content of a mail about an appointment: `fitting`, and the order with its appointment. */
export function withAppointment(
  changes: Partial<Booking> = {},
  orderChanges: Partial<OrderView> = {},
): Pick<MailContent, 'fitting' | 'order'> {
  const booking = sampleBooking(changes);
  const { starts_at, ends_at, vehicle, storage, state, freed_because, price_cents } = booking;
  const fitting = {
    at: starts_at.toISOString(),
    minutes: (ends_at.getTime() - starts_at.getTime()) / 60_000,
    price: price_cents === null ? null : price_cents / 100,
    vehicle,
    storage,
    earlier: booking.earlier_since !== null,
    state,
    freedBecause: freed_because,
    changeableUntil: new Date(starts_at.getTime() - 7_200_000).toISOString(),
  };
  return {
    fitting: {
      booking,
      isFirst: booking.version === 0,
      earlierStart: new Date('2026-11-26T12:00:00Z'),
      isOutdated: false,
    },
    order: sampleOrder({ status: 'confirmed', awaitsBuyer: false, fulfilment: 'fitting', fitting, ...orderChanges }),
  };
}

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
      handedOver: 0,
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
      handedOver: 0,
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
  documents: [],
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

const piece = { day: '2026-11-24', shelf: null, putAsideCount: 0 };

const samplePieces: OrderPiece[] = [
  { ...piece, position: 0, tireId: 'one', place: 'ringtee', count: 2, state: 'here', day: null },
  { ...piece, position: 0, tireId: 'one', place: 'annelinn', count: 2, state: 'asked' },
  { ...piece, position: 1, tireId: 'two', place: 'supplier:baltyre', count: 1, state: 'ordered', day: '2026-11-26' },
];

function bookingOf(kind: MailKind): Partial<Booking> {
  if (kind === 'fitting-freed') return { state: 'freed', freed_because: 'late', version: 1 };
  return kind === 'fitting-missed' ? { state: 'missed' } : {};
}

/** A mail of a kind about `sampleOrder`. 22:05 UTC is five past midnight of the next day in Tallinn. */
export const mailOf = (kind: MailKind, locale: Locale = 'ee', changes: Partial<MailContent> = {}): MailContent => ({
  id: '0190d5a4-7c11-7cc0-8d3f-2f1f0f6f1a2b',
  kind,
  order: sampleOrder({ locale }),
  ...(kind.startsWith('fitting-') && withAppointment(bookingOf(kind), { locale })),
  next: kind === 'placed' ? transferStep : { type: 'none' },
  shopConfig: shop,
  links: {
    order: 'https://rehvipood.example/success?order=R26-4F7K2#token',
    withdrawal: 'https://rehvipood.example/withdrawal?order=R26-4F7K2#token',
    branch: 'https://rehvipood.example/branch/R26-4F7K2?key=abc',
    fitting: 'https://rehvipood.example/fitting?order=R26-4F7K2&until=1&sign=abc',
  },
  hasPayment: kind === 'paid' || kind === 'ready',
  refund: { amount: 148.5 },
  delay: { promisedOn: '2026-11-26', expectedOn: '2026-12-03' },
  readyOn: '2026-11-24',
  pieces: samplePieces,
  ...(kind === 'branch-transfer' && {
    stockTransfer: {
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
      leftBranch: null,
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
