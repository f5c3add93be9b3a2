import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../../database/connect.server.ts';
import { onOneConnection } from '../../../database/one-connection.server.ts';
import { compare } from './compare.server.ts';
import { readRecords } from './csv.server.ts';
import { holdBack } from './hold-back.server.ts';
import { landTires } from './land.server.ts';
import { landingTime } from './landing-time.server.ts';
import { countChanges, mergeSources } from './merge.server.ts';
import type { PriceList } from './price-list.ts';
import { readBatches } from './read-list.server.ts';
import { closeRecord, recordImport, recordSources } from './record.server.ts';
import { RefusedList } from './refusal.ts';
import { refuseRepeatedTires, warnOfRepeatedEans } from './repeated.server.ts';
import { emptyReport, type ImportReport } from './report.ts';
import { compareStock, emptyPlacesOfGone, restock } from './restock.server.ts';
import { analyzeStaging, createStaging, stage, type Trx } from './staging.server.ts';
import { liftLimits, takeTurn } from './take-turn.server.ts';
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
  /** Lands also when more than a third of a supplier's tires would no longer be listed. */
  force?: boolean;
  /** This is the demonstration list; the first import of another takes all its tires off sale. */
  demonstration?: boolean;
  /** Where the list comes from and who imports it, for the history. */
  file?: string;
  actor?: string;
  onProgress?: (progress: ImportProgress) => void;
};

/**
 * Makes the catalogue what a price list (prices in euros with VAT) says, for the suppliers that it names, in one
 * transaction. A list or row that cannot be taken is reported, not thrown; a source or database that fails throws, and
 * nothing has changed.
 */
export async function importPriceList(
  { pool }: Pick<Database, 'pool'>,
  list: PriceList,
  options: ImportOptions,
): Promise<ImportReport> {
  const report = emptyReport(options.dryRun ?? false);
  if ('records' in list) report.counts = list.counts;
  await onOneConnection(pool, async (db, client) => {
    const trx = await db.startTransaction().execute();
    try {
      await liftLimits(trx);
      await stageList(trx, client, list, options, report);
      await importStaged(trx, options, report);
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
  });
  return report;
}

async function stageList(
  trx: Trx,
  client: pg.ClientBase,
  list: PriceList,
  { branches, strict, onProgress = () => {} }: ImportOptions,
  report: ImportReport,
) {
  await createStaging(trx);
  let bytes = 0;
  const count = (size: number) => {
    bytes += size;
  };
  const records = 'records' in list ? list.records : readRecords(counting(checkedUtf8(list), count));
  let staged = Promise.resolve();
  for await (const batch of readBatches(records, branches, report)) {
    // PostgreSQL stores a batch while the next one is read.
    await staged;
    staged = stage(client, batch);
    staged.catch(() => {});
    onProgress({ phase: 'reading', bytes, rows: report.read });
  }
  await staged;
  await analyzeStaging(trx);
  await refuseRepeatedTires(trx, report);
  await warnOfRepeatedEans(trx, report);
  if (strict && report.failed > 0) throw new RefusedList({ reason: 'bad-rows' });
  if (report.failed === report.read) throw new RefusedList({ reason: 'no-good-row' });
}

async function importStaged(trx: Trx, options: ImportOptions, report: ImportReport) {
  const { onProgress = () => {}, force = false, demonstration = false, file = '', actor = 'shop' } = options;
  await takeTurn(trx, () => onProgress({ phase: 'waiting' }));
  const now = await landingTime(trx, options.now);
  onProgress({ phase: 'merging', rows: report.read });
  const catalogue = await readCatalogue(trx);
  if (demonstration && catalogue.isReal) throw new RefusedList({ reason: 'catalogue-is-real' });
  const replaceAll = catalogue.demonstration && !demonstration;
  await compare(trx, replaceAll, report);
  if (!force && !replaceAll) await holdBack(trx);
  await compareStock(trx, options.branches);
  Object.assign(report, await countChanges(trx));
  const changesState = catalogue.demonstration !== demonstration;
  if (!changesState && report.added + report.updated + report.unlisted === 0) return;

  const id = await recordImport(trx, { now, file, actor, demonstration: catalogue.demonstration });
  await recordSources(trx, id);
  await mergeSources(trx, id, replaceAll);
  report.removed = (await landTires(trx, now)).offSale;
  if (changesState) await trx.updateTable('catalogue_state').set({ demonstration }).execute();
  await emptyPlacesOfGone(trx);
  const { added, updated, removed, failed } = report;
  await closeRecord(trx, id, { added, updated, removed, failed });
  await restock(trx, id);
  report.changed = !report.dryRun;
  if (report.changed) await sql`select pg_notify('catalogue', 'all')`.execute(trx);
}

async function readCatalogue(trx: Trx) {
  const { demonstration } = await trx.selectFrom('catalogue_state').select('demonstration').executeTakeFirstOrThrow();
  const onSale = await trx.selectFrom('tires').where('on_sale', '=', true).select('id').limit(1).executeTakeFirst();
  return { demonstration, isReal: !demonstration && onSale !== undefined };
}

async function* counting(bytes: AsyncIterable<Buffer>, count: (size: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    count(chunk.length);
    yield chunk;
  }
}
