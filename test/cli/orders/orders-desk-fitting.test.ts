import { expect, test } from 'vitest';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { fridayNoon } from '../../support/shop-context.ts';

const shop = shopOfOrders();

const run = (...args: string[]) => shop.run(['orders', ...args], undefined, { now: () => fridayNoon });
const buyer = ['--name', 'Mari Maasikas', '--phone', '5123 4567', '--terms-told'];
const phone = (...args: string[]) => run('phone', '--branch', 'ringtee', 'tire=4', ...buyer, ...args);
const sell = (...args: string[]) => run('sell', '--branch', 'ringtee', 'tire=4', '--card', ...args);
const at = ['--at', '2026-11-23 09:00'];
const bookings = () =>
  shop.db.selectFrom('fitting_bookings').select(['starts_at', 'vehicle', 'storage', 'state', 'made_by']).execute();

test('orders phone: books the fitting time with the order, with or without a plate', async () => {
  const placed = await phone(...at, '--vehicle', 'suv', '--storage', '--json');
  expect(placed, placed.err).toMatchObject({ code: 0 });
  const { order, fitting, sms } = JSON.parse(placed.out);
  expect(fitting).toMatchObject({ order: order.number, branch: 'ringtee', at: '2026-11-23T07:00:00.000Z', price: 76 });
  expect(sms).toContain(order.number);
  expect(await bookings()).toMatchObject([{ vehicle: 'suv', storage: true, state: 'booked' }]);
  const [stored] = await shop.db.selectFrom('orders').selectAll().execute();
  expect(stored).toMatchObject({ fulfilment: 'fitting', plate: null, channel: 'phone' });
});

test('orders phone: refuses a fitting time before the last day to pay by bank transfer, and prints a later time', async () => {
  const transfer = ['--fit', '123 ABC', '--pay', 'transfer'];
  expect(await phone(...at, ...transfer)).toMatchObject({ code: 1, err: expect.stringContaining('2026-11-25 09:00') });
  const placed = await phone('--at', '2026-11-25 09:00', ...transfer);
  expect(placed.out).toMatch(/Fitting: 2026-11-25 09:00 to 09:30 at ringtee, bay \d, 60 €\./);
  expect(await bookings()).toMatchObject([{ vehicle: 'car', storage: false, state: 'booked' }]);
});

test('orders sell: keeps paid tires until they are fitted', async () => {
  const sold = await sell(...at, '--fit', '123 ABC', '--json');
  expect(sold, sold.err).toMatchObject({ code: 0 });
  const { order, fitting, desk } = JSON.parse(sold.out);
  expect({ status: order.status, paid: order.paid, at: fitting.at, card: desk.card }).toEqual({
    status: 'ready',
    paid: 'paid',
    at: '2026-11-23T07:00:00.000Z',
    card: 319.6,
  });
  expect(await bookings()).toMatchObject([{ state: 'booked' }]);
});

test('orders phone and sell: refuse a taken time, print the nearest free ones, and place no order', async () => {
  const hall = { branch: 'ringtee', reason: '', made_by: 'staff:kati', made_at: fridayNoon, opens: false } as const;
  const block = { ...hall, starts_at: new Date('2026-11-23T07:00Z'), ends_at: new Date('2026-11-23T08:00Z') };
  await shop.db.insertInto('fitting_blocks').values(block).execute();
  for (const place of [phone, sell]) {
    const refused = await place(...at, '--json');
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining('the nearest free times are 2026-11-23 10:00'),
    });
    expect(JSON.parse(refused.out)).toMatchObject({ ok: false, reason: 'slot-taken' });
  }
  expect(await shop.db.selectFrom('orders').select('id').execute()).toEqual([]);
});

test('orders phone: refuses a fitting time for work that the table of shop.config.ts does not have', async () => {
  const refused = await run('phone', '--branch', 'ringtee', 'tire=5', ...buyer, ...at);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('its list of works has no entry for it') });
});

test.each([
  [['--vehicle', 'suv'], '--at TIME'],
  [['--storage'], '--at TIME'],
  [['--at', 'tomorrow'], '--at must be a wall-clock time'],
  [[...at, '--vehicle', 'truck'], '--vehicle'],
])('orders phone and sell: exit with code 2 for %j', async (args, text) => {
  for (const place of [phone, sell])
    expect(await place(...args)).toMatchObject({ code: 2, err: expect.stringContaining(text) });
  expect(await shop.db.selectFrom('orders').select('id').execute()).toEqual([]);
});

test('orders sell: refuses a number plate without a fitting time', async () => {
  expect(await sell('--fit', '123 ABC')).toMatchObject({ code: 2, err: expect.stringContaining('--at TIME') });
});
