import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { faultText } from '../../../src/shop/catalog/import/file/row-fault.ts';
import { importPriceList } from '../../../src/shop/catalog/import/import-price-list.server.ts';
import type { ImportReport } from '../../../src/shop/catalog/import/report.ts';
import type { Supplier, SupplierDeclaration } from '../../../src/shop/catalog/supplier/declaration.ts';
import {
  type FetchOptions,
  type FetchOutcome,
  fetchSupplier,
} from '../../../src/shop/catalog/supplier/fetch-supplier.server.ts';
import { supplierList } from '../../../src/shop/catalog/supplier/read-supplier.server.ts';
import { readSuppliers } from '../../../src/shop/catalog/supplier/read-suppliers.ts';
import { deleteRows } from '../../support/database/seed.ts';
import { catalogue, now } from '../price-list.ts';

/** A supplier whose list has Estonian field names; tests replace single settings. */
export const estonian: SupplierDeclaration = {
  id: 'hulgi',
  name: 'Rehvihulgi OÜ',
  from: { file: 'list' },
  format: { kind: 'csv' },
  columns: {
    supplier_sku: 'kood',
    manufacturer: 'tootja',
    model: 'mudel',
    size: 'suurus',
    season: { from: 'hooaeg', values: { Talv: 'winter', Suvi: 'summer' } },
    studs: { from: 'naast', values: { Naast: 'studded', Lamell: 'none', '-': 'none' } },
    ean: 'ean',
  },
  label: 'rehvimargis',
  stock: { from: 'laos', words: { '>20': 20, '20+': 20, jah: 4 } },
  price: { from: 'hind', vat: 'included' },
  leadDays: 2,
};

/** One tire in that supplier's format. */
export const tire = {
  kood: 'T1',
  tootja: 'Nokian',
  mudel: 'Hakkapeliitta R5',
  suurus: '205/55R16 94T XL FR',
  hooaeg: 'Talv',
  naast: 'Lamell',
  ean: '',
  rehvimargis: 'b d 67',
  laos: '>20',
  hind: '110.50',
};

export type Tire = Partial<typeof tire>;

export function supplier(changes: Partial<SupplierDeclaration> = {}): Supplier {
  const [parsed] = readSuppliers([{ ...estonian, ...changes }]);
  if (!parsed) throw new Error('no supplier was declared');
  return parsed;
}

/** Tires as a CSV list in that supplier's format. */
export function supplierCsv(rows: readonly Tire[], separator = ';'): string {
  const columns = Object.keys(tire) as (keyof typeof tire)[];
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(separator));
  return `${[columns.join(separator), ...lines].join('\n')}\n`;
}

/** Three valid tires, the first with changes. */
export function tires(first: Tire = {}): (typeof tire)[] {
  return [
    { ...tire, ...first },
    { ...tire, kood: 'T2' },
    { ...tire, kood: 'T3' },
  ];
}

/** Twelve tires: enough for the check that refuses an import which removes more than a third of a supplier's tires (from ten tires on). */
export function twelveTires(): (typeof tire)[] {
  return Array.from({ length: 12 }, (_, index) => ({ ...tire, kood: `D${index + 1}` }));
}

/** The refusal of a report, or its invalid rows. */
export function summaryOf(report: ImportReport) {
  const { refusal, errors, failed } = report;
  return refusal ?? { failed, errors: errors.map(({ column, fault }) => `${column}: ${faultText(fault)}`) };
}

/** A shop with an empty catalogue before each test, and a folder for the supplier's file `list`. */
export function supplierShop() {
  const shop = catalogue();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rehvipood-supplier-'));
  });
  beforeEach(() => deleteRows(shop.db, ['supplier_feeds']));
  afterAll(() => rm(folder, { recursive: true }));
  const testShop = {
    tire: shop.tire,
    stockOf: shop.stockOf,
    get db() {
      return shop.db;
    },
    get database() {
      return shop.database;
    },
    get folder() {
      return folder;
    },
    fetch(
      declared: Supplier,
      { now: at = now, ...options }: Partial<Omit<FetchOptions, 'now'>> & { now?: Date | (() => Date) } = {},
    ): Promise<FetchOutcome> {
      const clock = at instanceof Date ? () => at : at;
      const defaults = { now: clock, branches: ['ringtee', 'annelinn'], vatPercent: 24, folder, key: undefined };
      return fetchSupplier(shop.database, declared, { ...defaults, ...options });
    },
    /** Writes this content to the supplier's file, and imports it. */
    async importList(content: string | Uint8Array, declared = supplier()): Promise<ImportReport> {
      await writeFile(join(folder, 'list'), content);
      const outcome = await testShop.fetch(declared);
      if (!('report' in outcome)) throw new Error(JSON.stringify(outcome));
      return outcome.report;
    },
    /** Imports a stream of the supplier's list, which is never stored in a file. */
    importStream(bytes: AsyncIterable<Uint8Array>, declared = supplier()): Promise<ImportReport> {
      const list = supplierList(declared, bytes, { vatPercent: 24 });
      return importPriceList(shop.database, list, { now, branches: ['ringtee', 'annelinn'] });
    },
    /** The URL of its database, for commands. */
    url: shop.url,
    /** Every row of every table; the rows of supplier_feeds, which record each attempt, only with `withFeedStates`. */
    async rows({ withFeedStates = false } = {}): Promise<string[]> {
      const { rows: tables } = await sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(shop.db);
      const texts: string[] = [];
      for (const { name } of tables.filter((table) => withFeedStates || table.name !== 'supplier_feeds')) {
        const { rows } = await sql<{ text: string }>`
          select ${name} || ': ' || row_to_json(t)::text as text from ${sql.table(name)} t order by 1`.execute(shop.db);
        texts.push(...rows.map(({ text }) => text));
      }
      return texts;
    },
  };
  return testShop;
}
