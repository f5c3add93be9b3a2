import { expect } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { importPriceList } from '../../../src/shop/catalog/import/import-price-list.server.ts';
import { csv, type Row, streamOf } from '../../import/price-list.ts';
import type { Template } from '../database/database.ts';
import { shopCatalogue } from './shop-catalogue.ts';

/** The sizes of one model, with four at Ringtee and twenty at the supplier. 225/45 R18 and 255/40 R18 are the factory set of a BMW 3 F30. */
const sizes: Row[] = [
  { size: '225/45 R18 95Y XL', price: '120' },
  { size: '255/40 R18 99Y XL', price: '150' },
  { size: '265/40 R18 101Y XL', price: '160', stock_ringtee: '1', stock_supplier: '0' },
  { size: '225/45 R18 91Y', price: '118', runflat: 'yes' },
  { size: '245/35 R20 95Y XL', price: '230' },
  { size: '305/30 R21 104Y XL', price: '290', stock_ringtee: '0' },
];
const rows = sizes.map((row, index) => ({
  supplier: 'sets',
  supplier_sku: `S${index}`,
  manufacturer: 'Michelin',
  model: 'Pilot Sport 5',
  fuel: index % 2 ? 'C' : 'B',
  ...row,
}));
/** A tire with too low a load index for the example cars of its size. */
const weak: Row = {
  supplier: 'sets',
  supplier_sku: 'weak',
  manufacturer: 'Nokian',
  model: 'Weak',
  size: '205/55 R16 88V',
  price: '40',
};
const otherMake: Row = {
  supplier: 'sets',
  supplier_sku: 'other',
  manufacturer: 'Nokian',
  model: 'Powerproof 2',
  size: '255/40 R18 99Y XL',
  price: '130',
};

/** `shopCatalogue` with tires in sizes of cars that have wider tires in the rear. */
export const setCatalogue: Template = {
  name: 'set_catalogue',
  from: shopCatalogue,
  async fill(url) {
    const db = openDatabase(url);
    const options = { now: new Date('2026-06-11T08:00:00Z'), branches: ['ringtee', 'annelinn'] };
    const list = streamOf(csv([...rows, otherMake, weak]));
    expect(await importPriceList(db, list, options)).toMatchObject({ refusal: null, failed: 0 });
    await db.close();
  },
};

/** The id of the tire of a model and size such as `225/45 18`. */
export async function idOfSize(db: ReturnType<typeof openDatabase>['kysely'], size: string, model = 'Pilot Sport 5') {
  const [treadWidth = 0, profile = 0, diameter = 0] = size.split(/[/ ]/).map(Number);
  const tire = await db
    .selectFrom('tires')
    .select('id')
    .where('model', '=', model)
    .where('tread_width', '=', treadWidth)
    .where('profile', '=', profile)
    .where('diameter', '=', diameter)
    .orderBy('runflat')
    .executeTakeFirstOrThrow();
  return tire.id;
}
