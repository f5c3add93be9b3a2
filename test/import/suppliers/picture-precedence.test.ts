import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dropSupplierPhotos } from '../../../src/shop/catalog/photos/fetching/supplier-terms.server.ts';
import { listPhotos, photosOfTire } from '../../../src/shop/catalog/photos/list-photos.server.ts';
import { addPhoto, removeExpiredPhotos, removePhoto } from '../../../src/shop/catalog/photos/photos.server.ts';
import { pinPicture, unpinPicture } from '../../../src/shop/catalog/photos/pins.server.ts';
import { photograph } from '../../support/catalogue/photographs.ts';
import { now } from '../price-list.ts';
import { hosts, picturedShop, picturedTire, terms } from './pictured-shop.ts';

const pictured = picturedShop();
const by = { actor: 'operator:mari', now };
const db = () => pictured.shop.db;
const url = (name: string, side: number) => `${hosts}/pictures/${side}/${name}.jpg`;
const path = (name: string, side: number) => new URL(url(name, side)).pathname;

/** The photograph that is shown with the model. */
async function shown() {
  const [photo] = await photosOfTire(db(), await pictured.tireId());
  if (!photo) return 'drawing';
  const { rows } = await sql<{ side: number }>`select side from tire_photos where id = ${photo.id}`.execute(db());
  return `${photo.supplier ?? photo.source} ${rows[0]?.side}`;
}

async function addOwn() {
  const bytes = await photograph({ width: 300, height: 300 }).jpeg().toBuffer();
  const own = {
    source: 'own',
    supplier: null,
    licence: 'own',
    credit: null,
    until: null,
    feed: true,
    preview: true,
  } as const;
  return addPhoto(db(), pictured.folder, { tireId: await pictured.tireId(), bytes, ...own, ...by });
}

test('of a supplier’s pictures the largest is shown, and of the same picture at two suppliers only the larger', async () => {
  await pictured.offer([
    picturedTire(url('x', 300)),
    picturedTire(url('x', 500), { suurus: '195/65R15 91H' }),
    picturedTire(url('x', 400), { suurus: '185/65R15 88H' }),
  ]);
  const first = await pictured.fetch();
  expect(first[path('x', 500)]).toBe('shown');
  expect(await pictured.photos()).toHaveLength(1);
  expect(await shown()).toMatch(/^hulgi 45\d$/);
  const other = pictured.declared({ id: 'other' });
  const suppliers = [pictured.declared(), other];
  await pictured.offer([picturedTire(url('x', 450))], other);
  expect(await pictured.fetch({ by: suppliers })).toEqual({ [path('x', 450)]: 'spare' });
  await pictured.offer([picturedTire(url('x', 600))], other);
  expect(await pictured.fetch({ by: suppliers })).toEqual({ [path('x', 600)]: 'shown' });
  expect(await shown()).toMatch(/^other 5[34]\d$/);
  // The spare pictures come back into question once the suppliers' photographs are gone.
  await dropSupplierPhotos(db(), pictured.folder, { supplier: 'other', licence: terms.licence, ...by });
  expect(await shown()).toMatch(/^hulgi 45\d$/);
});

test('no picture is fetched for a model with an own photograph, and an own one is shown before a supplier’s', async () => {
  await pictured.offer([picturedTire(url('x', 500))]);
  await pictured.fetch();
  await addOwn();
  expect(await shown()).toMatch(/^own /);
  expect(await pictured.fetch({ days: 31 })).toEqual({});
});

test('a pinned photograph is not replaced, and a model pinned to the drawing shows it until a person adds one', async () => {
  await pictured.offer([picturedTire(url('x', 300))]);
  await pictured.fetch();
  const tireId = await pictured.tireId();
  expect(await pinPicture(db(), { tireId, drawing: false, ...by })).toMatchObject({ ok: true, shows: 'photograph' });
  await pictured.offer([picturedTire(url('x', 500))]);
  expect(await pictured.fetch()).toEqual({});
  expect(await unpinPicture(db(), { tireId, now })).toMatchObject({ ok: true, tires: 1 });
  expect(await pictured.fetch()).toEqual({ [path('x', 500)]: 'shown' });
  expect(await pinPicture(db(), { tireId, drawing: true, ...by })).toMatchObject({ ok: true, shows: 'drawing' });
  expect(await shown()).toBe('drawing');
  await addOwn();
  expect(await shown()).toMatch(/^own /);
  expect(await unpinPicture(db(), { tireId, now })).toEqual({ ok: false, reason: 'not-pinned' });
});

test('a removed photograph is not fetched again, except by name', async () => {
  await pictured.offer([picturedTire(url('x', 300)), picturedTire(url('y', 300), { suurus: '195/65R15 91H' })]);
  await pictured.fetch();
  const [photo] = await listPhotos(db(), { includeEnded: false });
  await removePhoto(db(), pictured.folder, { id: photo?.id ?? 0, ...by });
  expect(await pictured.fetch({ days: 31 })).toEqual({});
  expect(await shown()).toBe('drawing');
  await pictured.fetch({ days: 31, tireId: await pictured.tireId() });
  expect(await shown()).toMatch(/^hulgi /);
});

test('a dropped supplier has no photographs until its licence has another text', async () => {
  await pictured.offer([picturedTire(url('x', 300)), picturedTire(url('y', 300), { mudel: 'Other' })]);
  await pictured.fetch();
  const drop = { supplier: 'hulgi', licence: terms.licence, ...by };
  expect(await dropSupplierPhotos(db(), pictured.folder, drop)).toBe(2);
  expect(await pictured.photos()).toEqual([]);
  // The owner's file may already lack the declaration that the running shop has.
  expect(await dropSupplierPhotos(db(), pictured.folder, { ...drop, licence: null })).toBe(0);
  await pictured.offer([picturedTire(url('z', 300), { mudel: 'Third' })]);
  expect(await pictured.fetch({ days: 31 })).toEqual({});
  const renewed = pictured.declared({ pictures: { ...terms, licence: 'contract of 2026-12-01' } });
  await pictured.offer([picturedTire(url('x', 300))], renewed);
  expect(await pictured.fetch({ by: [renewed] })).toEqual({ [path('x', 300)]: 'shown' });
});

test('photographs follow the declared terms, and are gone when the licence ends or is declared no longer', async () => {
  await pictured.offer([picturedTire(url('x', 300))]);
  await pictured.fetch();
  const until = pictured.declared({ pictures: { ...terms, until: '2026-11-20', credit: 'Rehvihulgi', feed: true } });
  expect(await pictured.fetch({ by: [until] })).toEqual({});
  expect(await listPhotos(db(), { includeEnded: false })).toMatchObject([
    { until: '2026-11-20', credit: 'Rehvihulgi', in_feed: true, in_preview: false },
  ]);
  expect(await removeExpiredPhotos(db(), pictured.folder, new Date('2026-11-20T21:59:00Z'))).toBe(0);
  expect(await removeExpiredPhotos(db(), pictured.folder, new Date('2026-11-20T22:00:00Z'))).toBe(1);
  expect(await pictured.fetch({ by: [until], days: 1 })).toEqual({});
  expect(await pictured.fetch()).toEqual({ [path('x', 300)]: 'shown' });
  await pictured.fetch({ by: [pictured.declared({ pictures: undefined })] });
  expect(await pictured.photos()).toEqual([]);
});
