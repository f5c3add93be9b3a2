import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import { type ImportOptions, importPriceList } from '../../src/shop/catalog/import/import-price-list.server.ts';
import { testDatabase } from '../support/database/database.ts';
import { emptyTables } from '../support/database/seed.ts';

/** A valid row; tests replace single columns. */
const hakka = {
  supplier: 'latakko',
  supplier_sku: 'T1',
  ean: '',
  manufacturer: 'Nokian',
  model: 'Hakka Blue 3',
  size: '205/55 R16 91V',
  season: 'summer',
  studs: 'none',
  runflat: 'no',
  vehicle: 'car',
  competition: 'no',
  marks: '',
  fuel: 'C',
  wet: 'A',
  noise_db: '67',
  noise_class: 'A',
  snow: 'no',
  ice: 'no',
  eprel_id: '',
  dot_year: '2026',
  weight_kg: '9.1',
  price: '79.90',
  stock_ringtee: '4',
  stock_annelinn: '0',
  stock_supplier: '20',
  lead_days: '2',
};

export type Row = Partial<typeof hakka>;
export const columns = Object.keys(hakka) as (keyof typeof hakka)[];

/** A price list in the shop's format. */
export function csv(rows: Row[], separator: ',' | ';' = ','): string {
  const lines = rows.map((row) => columns.map((column) => ({ ...hakka, ...row })[column]).join(separator));
  return `${[columns.join(separator), ...lines].join('\n')}\n`;
}

/** `count` tires of one supplier: T1, T2, … */
export function tires(count: number, row: Row = {}): Row[] {
  return Array.from({ length: count }, (_, index) => ({ supplier_sku: `T${index + 1}`, ...row }));
}

export const now = new Date('2026-11-20T10:00:00Z');
export const nextDay = new Date('2026-11-21T10:00:00Z');

export function streamOf(list: string | Uint8Array): Readable {
  return Readable.from([Buffer.from(list)]);
}

/** Creates a database for the test file, and empties its catalogue before each test. Returns imports and queries. */
export function catalogue() {
  let database: Database;
  let databaseUrl: string;
  let dropDatabase: () => Promise<void>;
  beforeAll(async () => {
    const { url, drop } = await testDatabase();
    databaseUrl = url;
    dropDatabase = drop;
    database = openDatabase(url);
  });
  async function empty() {
    await emptyTables(database.kysely);
    await database.kysely.updateTable('catalogue_state').set({ demonstration: false, days_priced_at: null }).execute();
  }
  beforeEach(empty);
  afterAll(async () => {
    await database.close();
    await dropDatabase();
  });
  return {
    get database() {
      return database;
    },
    get db() {
      return database.kysely;
    },
    url: () => databaseUrl,
    get pool() {
      return database.pool;
    },
    importList(list: string | Uint8Array | Row[], options: Partial<ImportOptions> = {}) {
      const source = streamOf(Array.isArray(list) ? csv(list) : list);
      return importPriceList(database, source, { now, branches: ['ringtee', 'annelinn'], ...options });
    },
    /** Every row of the catalogue, to see that nothing has changed. */
    async everything() {
      const { kysely } = database;
      return {
        manufacturers: await kysely.selectFrom('manufacturers').selectAll().orderBy('id').execute(),
        tires: await kysely.selectFrom('tires').selectAll().orderBy('id').execute(),
        sources: await kysely
          .selectFrom('tire_sources')
          .selectAll()
          .orderBy('supplier')
          .orderBy('supplier_sku')
          .execute(),
        stock: await kysely.selectFrom('stock').selectAll().orderBy('tire_id').orderBy('place').execute(),
        prices: await kysely
          .selectFrom('price_history')
          .select(['tire_id', 'price_cents', 'since'])
          .orderBy('tire_id')
          .orderBy('since')
          .execute(),
        imports: await kysely.selectFrom('imports').selectAll().orderBy('id').execute(),
        state: await kysely.selectFrom('catalogue_state').select('demonstration').execute(),
      };
    },
    empty,
    /** The sources of each tire, as in `[['alpha A1', 'beta B1'], ['gamma C1']]`. */
    async sources() {
      const tires = new Map<string, string[]>();
      for (const { tire_id, supplier, supplier_sku } of (await this.everything()).sources) {
        tires.set(tire_id, [...(tires.get(tire_id) ?? []), `${supplier} ${supplier_sku}`]);
      }
      return [...tires.values()].sort();
    },
    tire(sku: string) {
      return database.kysely.selectFrom('tires').selectAll().where('supplier_sku', '=', sku).executeTakeFirstOrThrow();
    },
    stockOf(sku: string) {
      return database.kysely
        .selectFrom('stock')
        .innerJoin('tires', 'tires.id', 'stock.tire_id')
        .where('supplier_sku', '=', sku)
        .select(['place', 'on_hand', 'held', 'lead_days'])
        .orderBy('place')
        .execute();
    },
  };
}
