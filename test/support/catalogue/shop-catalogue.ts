import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import type { Tables } from '../../../src/database/tables.ts';
import { importPriceList } from '../../../src/shop/catalog/import/import-price-list.server.ts';
import { csv, type Row, streamOf } from '../../import/price-list.ts';
import { migrated, type Template } from '../database/database.ts';

const winter = { season: 'winter', fuel: 'D', wet: 'C', noise_db: '71', noise_class: 'B', snow: 'yes' };
const unlabelled = { fuel: '', wet: '', noise_db: '', noise_class: '' };

/** The rows of a price list, by model: tires of all seasons by four manufacturers; one tire is sold out. */
const rowsByModel: Record<string, Row> = {
  'Hakka Blue 3': { manufacturer: 'Nokian', fuel: 'C', wet: 'A', noise_db: '67', price: '79.90' },
  'Primacy 5': {
    manufacturer: 'Michelin',
    size: '205/55 R16 94V XL',
    fuel: 'A',
    wet: 'A',
    noise_db: '69',
    price: '99.50',
  },
  Perfecta: { manufacturer: 'Sava', size: '205/55 R16 91H', wet: 'C', noise_db: '72', noise_class: 'B', price: '54' },
  'Primacy ZP': { manufacturer: 'Michelin', runflat: 'yes', wet: 'B', noise_db: '70', price: '140' },
  'Hakkapeliitta R5': { ...winter, manufacturer: 'Nokian', ice: 'yes', wet: 'E', price: '110' },
  'Hakkapeliitta RF': { ...winter, manufacturer: 'Nokian', runflat: 'yes', price: '150' },
  'Hakkapeliitta 10': { ...winter, ...unlabelled, manufacturer: 'Nokian', studs: 'studded', price: '130' },
  Eskimo: { ...winter, manufacturer: 'Sava', size: '195/65 R15 91T', studs: 'studdable', price: '70' },
  'CrossClimate 3': { manufacturer: 'Michelin', season: 'all_season', snow: 'yes', price: '105' },
  Agilis: { manufacturer: 'Michelin', size: '215/65 R16C 109/107T', vehicle: 'van', price: '120' },
  Trenta: { manufacturer: 'Sava', size: '195R14C 106/104Q', vehicle: 'van', price: '62' },
  'X Multi': { ...unlabelled, manufacturer: 'Michelin', size: '315/80 R22.5 154/149M', vehicle: 'truck', price: '390' },
  'Cup 2': { ...unlabelled, manufacturer: 'Michelin', size: '245/40 ZR18 (97Y) XL', competition: 'yes', price: '260' },
  'Sold Out': { manufacturer: 'Gislaved', stock_ringtee: '0', stock_supplier: '0', price: '10' },
};

/** The models of thirty tires of one size that differ by name only: two pages, with equal values in every sort order. */
export const modelsOfOneSize = Array.from({ length: 30 }, (_, index) => `Serie ${`${index + 1}`.padStart(2, '0')}`);

const rows: Row[] = [
  ...Object.entries(rowsByModel).map(([model, row]) => ({ supplier_sku: model, model, ...row })),
  ...modelsOfOneSize.map((model) => ({
    supplier_sku: model,
    model,
    manufacturer: 'Sava',
    size: '225/45 R17 94Y',
    season: 'all_season',
    price: '60',
  })),
];

/** A catalogue after two imports. The second import reduces the price of the Hakka Blue 3 by 10 €. */
export const shopCatalogue: Template = {
  name: 'shop_catalogue',
  from: migrated,
  async fill(url) {
    const db = openDatabase(url);
    const earlierRows = rows.map((row) => (row.model === 'Hakka Blue 3' ? { ...row, price: '89.90' } : row));
    for (const [list, day] of [
      [earlierRows, '2026-06-01'],
      [rows, '2026-06-10'],
    ] as const) {
      const options = { now: new Date(`${day}T08:00:00Z`), branches: ['ringtee', 'annelinn'] };
      expect(await importPriceList(db, streamOf(csv(list)), options)).toMatchObject({ refusal: null, failed: 0 });
    }
    await db.close();
  },
};

export async function idOf(db: Kysely<Tables>, model: string): Promise<string> {
  return (await db.selectFrom('tires').select('id').where('model', '=', model).executeTakeFirstOrThrow()).id;
}
