import { beforeEach, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { bookingPdf } from '../../../src/desk/print/booking-order.ts';
import { purchaseListPdf } from '../../../src/desk/print/purchase-list.ts';
import { readBookingPaper } from '../../../src/desk/print/read/booking-paper.server.ts';
import { readDayList, readPurchaseList, readTransferNote } from '../../../src/desk/print/read/lists.server.ts';
import { readShelfLabels, readWorkOrder } from '../../../src/desk/print/read/order-papers.server.ts';
import type { PrintSettings } from '../../../src/desk/print/sheet.ts';
import { shelfLabelsPdf } from '../../../src/desk/print/shelf-label.ts';
import { printTexts } from '../../../src/desk/print/texts.ts';
import { transferNotePdf } from '../../../src/desk/print/transfer-note.ts';
import { workOrderPdf } from '../../../src/desk/print/work-order.ts';
import { bookWithoutOrder } from '../../../src/shop/checkout/fitting/desk-booking.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { items } from '../../support/orders/order-form.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { pdfPages } from '../../support/pdf-text.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const context = () => testShopContext(shop.db);
const settings: PrintSettings = {
  texts: printTexts('en'),
  shopConfig,
  deskUrl: 'https://desk.shop.example',
  at: fridayNoon,
};

beforeEach(() => seedTires(shop.db, [{ id: 'remote', stock: { supplier: { count: 12, leadDays: 2 } } }]));

/** Eight at Ringtee, four at Annelinn. */
const twelveTires = { items: items(['tire', 12]) };
const tire = { title: 'Nokian Hakka Blue 3', size: '205/55 R16 91V XL' };

const done = async (...args: string[]) => expect(await shop.run(args)).toMatchObject({ code: 0 });

test('a work order and its labels show where the tires are, and neither e-mail address nor token of the order', async () => {
  const email = 'mari.maasikas@example.com';
  const placed = await shop.place({
    ...twelveTires,
    ...{ customer: { name: 'Mari Maasikas', email, phone: '+372 5123 4567' }, fulfilment: 'fitting', plate: '123 ABC' },
    note: `Kirjutage ${email}`,
  });
  const { number, token } = placed.json().order;
  await done('orders', 'put-aside', number, 'tire=8', '--shelf', 'A3');
  const order = await readWorkOrder(context(), number);
  expect(order).toMatchObject({
    ...{ number, name: 'Mari Maasikas', phone: '+372 5123 4567', plate: '123 ABC', fulfilment: 'fitting' },
    branch: 'Ringtee',
    lines: [{ ...tire, count: 12, here: 8, shelf: 'A3' }],
  });
  const labels = await readShelfLabels(context(), [number, 'R26-00000']);
  expect(labels).toMatchObject([{ number, ...tire, count: 8, plate: '123 ABC', branch: 'Ringtee', day: '2026-11-20' }]);
  if (!order) return;
  for (const pdf of [await workOrderPdf(order, settings), await shelfLabelsPdf(labels, settings)]) {
    const text = pdfPages(pdf).join('\n');
    expect(text).toContain(number);
    expect(text).not.toContain('@');
    for (const secret of [email, token]) expect(pdf.toString('latin1') + text).not.toContain(secret);
  }
});

test('a booking without an order has a work order with its known data; a booking with an order has none of its own', async () => {
  const booked = await bookWithoutOrder(
    context(),
    {
      ...{ branch: 'ringtee', at: new Date('2026-11-20T12:00:00Z'), channel: 'phone', storage: true, phone: '' },
      work: { vehicle: 'suv', wheels: 4, rim: 19, runFlat: false },
      ...{ name: '', plate: '123 ABC', note: 'mari@example.com, nut key in the boot' },
    },
    'staff:kati',
  );
  if (!booked.ok) throw new Error(booked.reason);
  const paper = await readBookingPaper(context(), booked.booking.id);
  expect(paper).toMatchObject({ branch: 'Ringtee', bay: 3, day: '2026-11-20', time: '14:00', plate: '123 ABC' });
  const text = pdfPages(await bookingPdf(paper ?? never(), settings)).join('\n');
  for (const shown of ['123 ABC', '14:00', 'Bay 3', '4 × 19", SUV', '€90.00', 'nut key in the boot', 'Nm'])
    expect(text).toContain(shown);
  expect(text).not.toContain('@');
  const fitting = { at: '2026-11-20T14:00:00Z', vehicle: 'car', storage: false, earlier: false };
  await shop.order({ fulfilment: 'fitting', fitting });
  const ofOrder = await shop.db.selectFrom('fitting_bookings').select('id').where('order_id', 'is not', null).execute();
  expect(await readBookingPaper(context(), ofOrder[0]?.id ?? '')).toBeNull();
});

const never = () => {
  throw new Error('no PDF should be written');
};

test('an unknown number prints nothing, and neither does a number that PostgreSQL cannot store', async () => {
  for (const number of ['R26-00000', 'R26-\0', '']) {
    expect(await readWorkOrder(context(), number)).toBeNull();
    expect(await readShelfLabels(context(), [number])).toEqual([]);
  }
  expect(await readPurchaseList(context(), 'P26-99999', [])).toBeNull();
});

test('tires that are not at the branch have no label', async () => {
  const number = await shop.order({ items: items(['remote', 2]) });
  expect(await readShelfLabels(context(), [number])).toEqual([]);
});

test('a transfer note shows requested and sent tires, and nothing of the buyers', async () => {
  const customer = { name: 'Õie Žukova', email: 'oie@example.com', phone: '+372 5123 4567' };
  const placed = await shop.place({ ...twelveTires, customer, plate: '123 ABC', note: 'Helistage enne' });
  const { number } = placed.json().order;
  const route = { from: 'annelinn', to: 'ringtee' };
  const line = { number, ...tire, count: 4 };
  expect(await readTransferNote(context(), route)).toMatchObject({
    ...{ from: 'Annelinn', to: 'Ringtee' },
    lines: [{ ...line, sentOn: null }],
  });
  const { transfers } = JSON.parse((await shop.run(['transfers', 'list', '--json'])).out);
  await done('transfers', 'sent', `${transfers[0].id}`);
  expect((await readTransferNote(context(), route)).lines).toMatchObject([{ ...line, sentOn: expect.any(String) }]);
  expect((await readTransferNote(context(), { from: 'ringtee', to: 'annelinn' })).lines).toEqual([]);
  const text = pdfPages(await transferNotePdf(await readTransferNote(context(), route), settings)).join('\n');
  expect(text).toContain(number);
  for (const ofBuyer of ['Žukova', 'oie@', '5123', '123 ABC', 'Helistage']) expect(text).not.toContain(ofBuyer);
});

test('a purchase list shows the tires that are still ordered and their orders, without refused tires', async () => {
  const number = await shop.order({ items: items(['remote', 4]) });
  const purchase = await shop.db.selectFrom('purchases').select('number').executeTakeFirstOrThrow();
  const read = () => readPurchaseList(context(), purchase.number, []);
  const line = { sku: 'remote', ...tire, ordered: 4, confirmed: 0, outstanding: 4, orders: [{ number, count: 4 }] };
  expect(await read()).toMatchObject({
    ...{ number: purchase.number, supplier: 'seed', branch: 'Ringtee', sentOn: null },
    lines: [line],
  });
  await shop.db.updateTable('purchases').set({ state: 'sent', sent_at: fridayNoon }).execute();
  await done('purchases', 'confirm', purchase.number, '--expected', '2026-11-24', '--line', 'remote=3');
  await done('purchases', 'refuse', purchase.number, 'remote', '1', '--yes');
  const sent = await read();
  expect(sent).toMatchObject({
    sentOn: '2026-11-20',
    lines: [
      { ...line, ordered: 3, confirmed: 3, outstanding: 3, expectedOn: '2026-11-24', orders: [{ number, count: 3 }] },
    ],
  });
  if (sent) expect(pdfPages(await purchaseListPdf(sent, settings)).join()).toContain(purchase.number);
});

test('the list of a day shows due orders of the branch with their tires, shelves and balances due', async () => {
  const unpaid = await shop.order();
  const part = await shop.order();
  const { number: elsewhere } = (await shop.place({ branch: 'annelinn' })).json().order;
  await done('orders', 'put-aside', unpaid, 'tire=4', '--shelf', 'A3');
  await done('orders', 'paid', part, '--desk', '--amount', '100', '--yes');
  const list = await readDayList(context(), 'ringtee', '2026-11-20');
  expect(list).toMatchObject({ branch: 'Ringtee', day: '2026-11-20' });
  const lines = [{ ...tire, count: 4 }];
  expect(list.orders).toMatchObject([
    { number: unpaid, lines, here: 4, coming: 0, handedOver: 0, owedCents: 31_960, isBlocked: false, shelves: ['A3'] },
    { number: part, lines, owedCents: 21_960, shelves: [] },
  ]);
  expect(JSON.stringify(list)).not.toContain(elsewhere);
  expect((await readDayList(context(), 'ringtee', '2026-11-19')).orders).toEqual([]);
});

test('a refund after full payment and an accepted underpayment are not owed', async () => {
  const refunded = await shop.paidOrder();
  await done('orders', 'refund', refunded, '--amount', '20', '--yes', '--reason', 'goodwill');
  const accepted = await shop.order();
  await done('orders', 'paid', accepted, '--desk', '--amount', '300', '--yes');
  expect((await readDayList(context(), 'ringtee', '2026-11-20')).orders).toMatchObject([
    { number: refunded, owedCents: 0 },
    { number: accepted, owedCents: 1_960 },
  ]);
  await done('orders', 'reviewed', accepted, '--yes');
  expect((await readDayList(context(), 'ringtee', '2026-11-20')).orders[1]).toMatchObject({
    owedCents: 0,
    isBlocked: false,
  });
});
