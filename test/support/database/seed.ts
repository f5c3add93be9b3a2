import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../src/database/tables.ts';

export type SeedTire = {
  id: string;
  /** The price in cents; 7990 by default. */
  price?: number;
  onSale?: boolean;
  /** Counts by stock location. `supplier` is the supplier `seed`; its lead days are 0 by default. */
  stock?: Record<string, number | { count: number; leadDays: number }>;
};

/** Adds tires of one manufacturer and size to the catalogue: `Nokian Hakka Blue 3`, 205/55 R16 91V XL. */
export async function seedTires(db: Kysely<Tables>, tires: readonly SeedTire[]): Promise<void> {
  const manufacturer = { id: 'nokian', label: 'Nokian' };
  await db
    .insertInto('manufacturers')
    .values(manufacturer)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const productData = tires.map(({ id, price = 7990 }) => ({
    supplier: 'seed',
    supplier_sku: id,
    manufacturer_id: manufacturer.id,
    model: 'Hakka Blue 3',
    season: 'summer' as const,
    studs: 'none' as const,
    runflat: false,
    vehicle: 'car' as const,
    competition: false,
    tread_width: 205,
    profile: 55,
    diameter: 16,
    construction: 'R',
    load_index: '91',
    speed_index: 'V',
    marks: ['XL'],
    snow: false,
    ice: false,
    price_cents: price,
  }));
  const onSale = new Map(tires.map((tire) => [tire.id, tire.onSale ?? true]));
  await db
    .insertInto('tires')
    .values(productData.map((tire) => ({ ...tire, id: tire.supplier_sku, on_sale: onSale.get(tire.supplier_sku) })))
    .execute();
  await db
    .insertInto('tire_sources')
    .values(
      productData.map((tire) => ({
        ...tire,
        tire_id: tire.supplier_sku,
        on_hand: 0,
        at_branches: 0,
        lead_days: 0,
        listed: onSale.get(tire.supplier_sku) ?? true,
      })),
    )
    .execute();
  const stock = tires.flatMap(({ id, stock = {} }) =>
    Object.entries(stock).map(([place, value]) => ({
      tire_id: id,
      place: place === 'supplier' ? 'supplier:seed' : place,
      on_hand: typeof value === 'number' ? value : value.count,
      lead_days: typeof value === 'number' ? 0 : value.leadDays,
    })),
  );
  if (stock.length > 0) await db.insertInto('stock').values(stock).execute();
}

/** The tables of the catalogue, and those that the start of a shop fills. */
const tablesWithoutOrders = [
  'manufacturers',
  'tires',
  'tire_sources',
  'stock',
  'price_history',
  'imports',
  'import_sources',
  'import_stock',
  'catalogue_state',
  'schema_migrations',
  'secrets',
];

async function tablesOf(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** Every row outside the catalogue, by table, as JSON text; bytea as hex. */
export async function rowsOutsideCatalogue(db: Kysely<Tables>): Promise<string[]> {
  const texts: string[] = [];
  for (const table of await tablesOf(db)) {
    if (tablesWithoutOrders.includes(table)) continue;
    const { rows } = await sql<{ text: string }>`
      select ${table} || ': ' || row_to_json(t)::text as text from ${sql.table(table)} t`.execute(db);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts;
}

export async function emptyTables(db: Kysely<Tables>): Promise<void> {
  const names = (await tablesOf(db)).filter(
    (name) => !['catalogue_state', 'schema_migrations', 'secrets'].includes(name),
  );
  await deleteRows(db, [...names, 'pgboss.job']);
}

/** Deletes the rows of all these tables, without triggers and checks of references. TRUNCATE takes 50 times longer, because it creates a file for each table and index. */
export async function deleteRows(db: Kysely<Tables>, names: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql.raw(names.map((name) => `delete from ${name}`).join(';')).execute(trx);
  });
}
