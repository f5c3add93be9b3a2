import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Database, onOneConnection } from '../../../database/connect.server.ts';
import { commitIfOk, type Trx } from '../../../database/transaction.server.ts';
import { commitTires } from './commit.server.ts';
import { compareWithStored, refuseManyRemovals } from './compare.server.ts';
import { readRecords } from './file/csv.server.ts';
import { decode } from './file/decode.server.ts';
import { RefusedList } from './file/refusal.ts';
import type { PriceList } from './file/row.ts';
import { closeRecord, recordImport, recordSourcesBeforeImport } from './history.server.ts';
import { commitTime, lockImports, setImportLimits } from './lock.server.ts';
import { countChanges, mergeSources } from './match/merge.server.ts';
import { emptyReport, type ImportReport } from './report.ts';
import { compareStock, emptyDroppedStock, refuseEmptiedStock, restock } from './restock.server.ts';
import { stageRecords } from './staging.server.ts';

export type ImportProgress =
  | { phase: 'reading'; bytes: number; rows: number }
  | { phase: 'waiting' }
  | { phase: 'merging'; rows: number };

export type ImportOptions = {
  now: Date;
  branches: string[];
  /** `strict`: refuses a list with a bad row. `force`: skips `refuseManyRemovals` and `refuseEmptiedStock`. */
  strict?: boolean;
  dryRun?: boolean;
  force?: boolean;
  demonstration?: boolean;
  file?: string;
  actor?: string;
  onProgress?: (progress: ImportProgress) => void;
  /** Called when the import has the lock that keeps other imports out. If the callback throws, the import ends. */
  onLocked?: (trx: Trx) => Promise<void>;
  /** Called before stock is written and the transaction ends. `now`: the import's time. */
  inspect?: (trx: Trx, now: Date) => Promise<void>;
};

/** Imports a list in one transaction. Returns a report, also of a refused list; throws for other errors. */
export async function importPriceList(
  { pool }: Pick<Database, 'pool'>,
  list: PriceList,
  options: ImportOptions,
): Promise<ImportReport> {
  const report = emptyReport(options.dryRun ?? false);
  if ('records' in list) report.recordUnit = list.recordUnit;
  const importList = async (trx: Trx, client: pg.ClientBase) => {
    await setImportLimits(trx);
    await stageList(trx, client, list, options, report);
    await importStaged(trx, options, report);
    return { ok: true };
  };
  try {
    await onOneConnection(pool, (db, client) =>
      commitIfOk(db, (trx) => importList(trx, client), { dryRun: report.dryRun }),
    );
  } catch (error) {
    if (!(error instanceof RefusedList)) throw error;
    report.refusal = error.refusal;
  }
  return report;
}

async function stageList(
  trx: Trx,
  client: pg.ClientBase,
  list: PriceList,
  { branches, strict, onProgress = () => {} }: ImportOptions,
  report: ImportReport,
) {
  let bytes = 0;
  async function* countBytes(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  const records = 'records' in list ? list.records : readRecords(decode(countBytes(list), 'utf-8'));
  await stageRecords(trx, client, records, branches, report, () => {
    onProgress({ phase: 'reading', bytes, rows: report.read });
  });
  if (strict && report.failed > 0) throw new RefusedList({ reason: 'bad-rows' });
  if (report.failed === report.read) throw new RefusedList({ reason: 'no-good-row' });
}

/** From this many new rows on, imports analyze tables: pricing follows before autovacuum, and takes ten times as long without statistics. */
const minRowsToAnalyze = 1_000;

async function importStaged(trx: Trx, options: ImportOptions, report: ImportReport) {
  const { onProgress = () => {}, force = false, demonstration = false, file = '', actor = 'shop' } = options;
  await lockImports(trx, () => onProgress({ phase: 'waiting' }));
  await options.onLocked?.(trx);
  const now = await commitTime(trx, options.now);
  onProgress({ phase: 'merging', rows: report.read });
  const catalogue = await readCatalogue(trx);
  if (demonstration && catalogue.isReal) throw new RefusedList({ reason: 'catalogue-is-real' });
  const replacesDemonstration = catalogue.isDemonstration && !demonstration;
  await compareWithStored(trx, replacesDemonstration, report);
  const mayRemoveMost = force || replacesDemonstration;
  if (!mayRemoveMost) await refuseManyRemovals(trx);
  await compareStock(trx, options.branches);
  if (!mayRemoveMost) await refuseEmptiedStock(trx);
  Object.assign(report, await countChanges(trx));
  // A real list replaces the demonstration, or the demonstration fills an empty catalogue.
  const changesDemonstration = catalogue.isDemonstration !== demonstration;
  if (!changesDemonstration && report.added + report.updated + report.unlisted === 0) return;

  const id = await recordImport(trx, { now, file, actor, wasDemonstration: catalogue.isDemonstration });
  await recordSourcesBeforeImport(trx, id);
  await mergeSources(trx, id, replacesDemonstration);
  const addsMany = report.added >= minRowsToAnalyze;
  if (addsMany) await sql`analyze tire_sources (tire_id, listed)`.execute(trx);
  report.removed = (await commitTires(trx, now)).offSale;
  if (changesDemonstration) await trx.updateTable('catalogue_state').set({ demonstration }).execute();
  await emptyDroppedStock(trx, options.branches, replacesDemonstration);
  const { added, updated, removed, failed } = report;
  await closeRecord(trx, id, { added, updated, removed, failed });
  await options.inspect?.(trx, now);
  await restock(trx, id);
  if (addsMany) await sql`analyze tires (id, on_sale), stock (tire_id, place)`.execute(trx);
  report.changed = !report.dryRun;
  if (report.changed) await sql`select pg_notify('catalogue', 'all')`.execute(trx);
}

async function readCatalogue(trx: Trx) {
  const { demonstration } = await trx.selectFrom('catalogue_state').select('demonstration').executeTakeFirstOrThrow();
  const onSale = await trx.selectFrom('tires').where('on_sale', '=', true).select('id').limit(1).executeTakeFirst();
  return { isDemonstration: demonstration, isReal: !demonstration && onSale !== undefined };
}

/** Imports the demonstration list if there was never a tire. Returns the number of tires; null: nothing imported. */
export async function fillWithDemonstration(
  db: Database,
  file: string,
  branches: string[],
  now: Date,
): Promise<number | null> {
  const anyTire = await db.kysely.selectFrom('tires').select('id').limit(1).executeTakeFirst();
  if (anyTire) return null;
  const report = await importPriceList(db, createReadStream(file), {
    now,
    branches,
    demonstration: true,
    file: basename(file),
  });
  // A joined row is an offer of a tire that another row adds.
  return report.added - report.joined;
}
