import { expect, test } from 'vitest';
import { seedTires } from '../../support/database/seed.ts';
import { deskOfOrders } from '../../support/desk/desk.ts';

const desk = deskOfOrders();

test('tires are found by words of manufacturer and model, with and without a size; plates and numbers find none', async () => {
  const kati = await desk.sessionOf('worker');
  const tires = async (text: string) => {
    const { body } = await kati.get(`/api/search?${new URLSearchParams({ text })}`);
    return (body as { tires: { id: string }[] }).tires.map(({ id }) => id);
  };
  for (const text of ['Nokian', 'nokian', '205/55 R16 Nokian', 'Nokian 205/55 R16']) {
    expect(await tires(text), text).toContain('tire');
  }
  for (const text of ['Nokian 195/65 R15', '195/65 R15 Nokian', 'Nokian Unknown', '123 NOK', '1 Nokian', 'No'])
    expect(await tires(text), text).toEqual([]);
});

test('a tire is found by its EAN with and without leading zeros', async () => {
  const kati = await desk.sessionOf('worker');
  const stored = async (ean: string) => {
    await desk.shop.db.updateTable('tires').set({ ean }).execute();
    const spellings = ['12345678905', '012345678905', '0012345678905', '00012345678905'];
    const found = spellings.map(async (text) => (await kati.get(`/api/search?text=${text}`)).body.tires as object[]);
    return (await Promise.all(found)).map((tires) => tires.length);
  };
  for (const ean of ['012345678905', '0012345678905', '00012345678905'])
    expect(await stored(ean), ean).toEqual([1, 1, 1, 1]);
});

test('tires that differ only in the year are told apart', async () => {
  await seedTires(desk.shop.db, [{ id: 'older', stock: { ringtee: 4 }, price: 5_990 }]);
  const tires = desk.shop.db.updateTable('tires');
  await tires.set({ ean: '6419440374178', dot_year: 2026 }).execute();
  await tires.set({ dot_year: 2024 }).where('id', '=', 'older').execute();
  const kati = await desk.sessionOf('worker');
  const found = (await kati.get('/api/search?text=6419440374178')).body;
  expect(found).toMatchObject({
    tires: [{ size: '205/55 R16 91V XL DOT\u00a02024' }, { size: '205/55 R16 91V XL DOT\u00a02026' }],
  });
});

test('a run-flat tire is told from the same tire that is none, in the search and in orders', async () => {
  await seedTires(desk.shop.db, [{ id: 'runflat', stock: { ringtee: 8 }, price: 9_990 }]);
  const runFlat = { marks: ['XL', 'RF'], runflat: true };
  await desk.shop.db.updateTable('tires').set(runFlat).where('id', '=', 'runflat').execute();
  const kati = await desk.sessionOf('worker');
  const { body } = await kati.get(`/api/search?${new URLSearchParams({ text: 'Nokian 205/55 R16' })}`);
  expect(body).toMatchObject({
    tires: [
      { id: 'tire', size: '205/55 R16 91V XL' },
      { id: 'runflat', size: '205/55 R16 91V XL Run-flat' },
    ],
  });
  const number = await desk.shop.order({ items: [{ id: 'runflat', count: 4, price: 99.9 }] });
  const order = (await kati.get(`/api/orders/${number}`)).body;
  expect(order).toMatchObject({ lines: [{ size: '205/55 R16 91V XL Run-flat' }] });
});

test('a booking without an order is found by plate, name and phone, in any spelling', async () => {
  const kati = await desk.sessionOf('worker');
  await kati.act('book-fitting', {
    ...{ branch: 'ringtee', at: '2026-11-23T08:00:00.000Z', vehicle: 'car', wheels: 4, rim: 17, channel: 'phone' },
    ...{ name: 'Jüri Tamm', phone: '+372 5999 8888', plate: '456 DEF' },
  });
  const bookings = async (text: string) =>
    (await kati.get(`/api/search?${new URLSearchParams({ text })}`)).body.bookings as object[];
  for (const text of ['456def', '456-D', 'tamm', 'Jüri', '8888', '59998888'])
    expect(await bookings(text), text).toMatchObject([{ bay: 3, plate: '456 DEF', state: 'booked' }]);
  for (const text of ['123 ABC', 'Mari', '7777', 'R26-4F7K2', '205/55 R16'])
    expect(await bookings(text), text).toEqual([]);
});

test('a purchase is found by its number and by the reference of a repeat, also with six digits', async () => {
  const kati = await desk.sessionOf('worker');
  const purchase = { supplier: 'seed', branch: 'ringtee', state: 'closed', created_at: desk.clock.now } as const;
  const numbers = ['P26-10000', 'P26-100000', 'P26-100003'];
  await desk.shop.db
    .insertInto('purchases')
    .values(numbers.map((number) => ({ ...purchase, number })))
    .execute();
  const purchases = async (text: string) => {
    const { body } = await kati.get(`/api/search?${new URLSearchParams({ text })}`);
    return (body as { purchases: { number: string }[] }).purchases.map(({ number }) => number).toSorted();
  };
  expect(await purchases('P26-10000')).toEqual(['P26-10000']);
  expect(await purchases('p26 100000')).toContain('P26-100000');
  expect(await purchases('P26-10000-2')).toEqual(['P26-10000']);
  expect(await purchases('P26-100003-2')).toEqual(['P26-100003']);
});
