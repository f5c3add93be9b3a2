import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { exportedProducts } from './read-export.server.ts';
import type { EprelProduct } from './read-product.ts';
import { eprelIdOfTire, eprelJoins } from './shown-label.server.ts';
import { columnsOf, hasSameShownValues, recordAttempt, storeAnswer } from './store-product.server.ts';

const noEtagInExport = null;

type Options = {
  db: Kysely<Tables>;
  saveExport: (file: string, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  now: () => Date;
};

/** Numbers of registrations: `needed` by tires on sale; `found`: those of them in the export; `changed`: found ones that now show other values. */
type ExportCounts = { needed: number; found: number; changed: number };

/** Takes the registrations of tires on sale from EPREL's export of all registrations. Registrations that it lacks are later requested one by
 * one, because only such a request shows whether a registration is deleted. Throws FailedFetch or UnreadableExport, and then has changed nothing. */
export async function importEprelExport({ db, saveExport, signal, now }: Options): Promise<ExportCounts> {
  const needed = new Set(await registrationsOnSale(db));
  if (needed.size === 0) return { needed: 0, found: 0, changed: 0 };
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-eprel-'));
  const products = new Map<number, EprelProduct>();
  try {
    const file = join(folder, 'export.zip');
    await saveExport(file, signal);
    for await (const { isOldVersion, ...product } of exportedProducts(file, (id) => needed.has(id))) {
      signal.throwIfAborted();
      const isOldAndKnown = isOldVersion && products.has(product.id);
      if (!isOldAndKnown) products.set(product.id, product);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const changed = await storeProducts({ db, now }, products);
  if (changed > 0) await sql`select pg_notify('catalogue', 'all')`.execute(db);
  return { needed: needed.size, found: products.size, changed };
}

async function registrationsOnSale(db: Kysely<Tables>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct ${eprelIdOfTire} as id from tires ${eprelJoins}
    where tires.on_sale and ${eprelIdOfTire} is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns how many registrations of tires on sale show something else now. */
async function storeProducts(
  store: Pick<Options, 'db' | 'now'>,
  products: ReadonlyMap<number, EprelProduct>,
): Promise<number> {
  const { db, now } = store;
  const stored = await db
    .selectFrom('eprel_products')
    .selectAll()
    .where('id', '=', sql<number>`any(${[...products.keys()]})`)
    .execute();
  const showsTheSame = (row: (typeof stored)[number]) => {
    const product = products.get(row.id);
    return product !== undefined && hasSameShownValues(row, columnsOf(product, noEtagInExport));
  };
  const unchangedIds = new Set(stored.filter(showsTheSame).map(({ id }) => id));
  // Without `files_at`, missing files are requested again.
  await sql`
    update eprel_products set tried_at = ${now()}, fetched_at = ${now()},
      files_at = case when label_file is not null and sheet_et is not null and sheet_en is not null then files_at end
    where id = any(${[...unchangedIds]})`.execute(db);
  let changed = 0;
  for (const [id, product] of products) {
    if (unchangedIds.has(id)) continue;
    await recordAttempt(db, id, now());
    if (await storeAnswer(store, id, columnsOf(product, noEtagInExport))) changed += 1;
  }
  return changed;
}
