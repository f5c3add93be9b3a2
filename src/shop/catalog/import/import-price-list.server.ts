import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { stockPlaces } from './columns.ts';
import { compare } from './compare.server.ts';
import { readRecords } from './csv.server.ts';
import { countChanges, merge } from './merge.server.ts';
import type { PriceList } from './price-list.ts';
import { readBatches } from './read-list.server.ts';
import { RefusedList } from './refusal.ts';
import { refuseRepeatedTires, warnOfRepeatedEans } from './repeated.server.ts';
import { emptyReport, type ImportReport } from './report.ts';
import { analyzeStaging, createStaging, stage, type Trx } from './staging.server.ts';
import { checkedUtf8 } from './utf8.server.ts';

export type ImportProgress =
  | { phase: 'reading'; bytes: number; rows: number }
  /** Another import is at work; this one goes on when that has ended. */
  | { phase: 'waiting' }
  | { phase: 'merging'; rows: number };

export type ImportOptions = {
  now: Date;
  /** Ids of the branches: the list counts their stock in `stock_<id>`. */
  branches: string[];
  /** Nothing lands if one row is bad. */
  strict?: boolean;
  /** The same work, taken back at the end. */
  dryRun?: boolean;
  /** Lands also when more than half of the tires on sale would go off sale. */
  force?: boolean;
  /** This is the demonstration list; the first import of another takes all its tires off sale. */
  demonstration?: boolean;
  onProgress?: (progress: ImportProgress) => void;
};

/**
 * Makes the catalogue what a price list (prices in euros with VAT) says, for the suppliers that it names, in one
 * transaction. A list or row that cannot be taken is reported, not thrown; a source or database that fails throws, and
 * nothing has changed.
 */
export async function importPriceList(
  db: Kysely<Tables>,
  list: PriceList,
  options: ImportOptions,
): Promise<ImportReport> {
  const report = emptyReport(options.dryRun ?? false);
  if ('records' in list) report.counts = list.counts;
  const trx = await db.startTransaction().execute();
  try {
    await importWithin(trx, list, options, report);
    await (report.dryRun ? trx.rollback() : trx.commit()).execute();
  } catch (error) {
    // A connection that was lost has rolled back by itself.
    await trx
      .rollback()
      .execute()
      .catch(() => {});
    if (!(error instanceof RefusedList)) throw error;
    report.refusal = error.refusal;
    report.changed = false;
  }
  return report;
}

async function importWithin(trx: Trx, list: PriceList, options: ImportOptions, report: ImportReport) {
  const { onProgress = () => {}, force = false, demonstration = false } = options;
  // The pool's limits are for pages; a source may be slow, too.
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(trx);
  await sql`set local work_mem = '64MB'`.execute(trx);
  await createStaging(trx);
  let bytes = 0;
  const count = (size: number) => {
    bytes += size;
  };
  const records = 'records' in list ? list.records : readRecords(counting(checkedUtf8(list), count));
  let staged = Promise.resolve();
  for await (const batch of readBatches(records, options.branches, report)) {
    // PostgreSQL stores a batch while the next one is read.
    await staged;
    staged = stage(trx, batch);
    staged.catch(() => {});
    onProgress({ phase: 'reading', bytes, rows: report.read });
  }
  await staged;
  await analyzeStaging(trx);
  await refuseRepeatedTires(trx, report);
  await warnOfRepeatedEans(trx, report);
  if (options.strict && report.failed > 0) throw new RefusedList({ reason: 'bad-rows' });
  if (report.failed === report.read) throw new RefusedList({ reason: 'no-good-row' });

  await takeTurn(trx, () => onProgress({ phase: 'waiting' }));
  onProgress({ phase: 'merging', rows: report.read });
  const catalogue = await readCatalogue(trx);
  if (demonstration && catalogue.isReal) throw new RefusedList({ reason: 'catalogue-is-real' });
  const replaceAll = catalogue.demonstration && !demonstration;
  await compare(trx, stockPlaces(options.branches), replaceAll);
  const counts = await countChanges(trx);
  Object.assign(report, counts);
  if (counts.removed * 2 > catalogue.onSale && !force && !replaceAll) {
    throw new RefusedList({ reason: 'removes-too-many', removed: counts.removed, onSale: catalogue.onSale });
  }
  await merge(trx, options.now);
  const changesState = catalogue.demonstration !== demonstration;
  if (changesState) await trx.updateTable('catalogue_state').set({ demonstration }).execute();
  report.changed = !report.dryRun && (changesState || counts.added + counts.updated + counts.removed > 0);
  if (report.changed) await sql`select pg_notify('catalogue', 'all')`.execute(trx);
}

/** One import at a time, until the end of its transaction. */
async function takeTurn(trx: Trx, onWait: () => void) {
  const key = sql`hashtext('rehvipood price list')`;
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${key}) as free`.execute(trx);
  if (rows[0]?.free) return;
  onWait();
  await sql`select pg_advisory_xact_lock(${key})`.execute(trx);
}

async function readCatalogue(trx: Trx) {
  const { demonstration } = await trx.selectFrom('catalogue_state').select('demonstration').executeTakeFirstOrThrow();
  const { onSale } = await trx
    .selectFrom('tires')
    .where('on_sale', '=', true)
    .select((eb) => eb.fn.countAll<number>().as('onSale'))
    .executeTakeFirstOrThrow();
  return { demonstration, onSale, isReal: !demonstration && onSale > 0 };
}

async function* counting(bytes: AsyncIterable<Buffer>, count: (size: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    count(chunk.length);
    yield chunk;
  }
}
