import { expect, test } from 'vitest';
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
