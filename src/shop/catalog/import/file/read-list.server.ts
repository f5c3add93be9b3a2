import { type ImportReport, mostErrors, mostWarnings } from '../report.ts';
import { addRefusal, addToBatch, type Batch, emptyBatch } from '../staging.server.ts';
import { readHeader } from './header.ts';
import { RefusedList } from './refusal.ts';
import type { ListRecord } from './row.ts';
import { readRow } from './row.ts';

const batchSize = 1_000;

export async function* readBatches(
  records: AsyncGenerator<ListRecord>,
  branches: string[],
  report: ImportReport,
): AsyncGenerator<Batch> {
  const first = await records.next();
  if (first.done) throw new RefusedList({ reason: 'no-header' });
  const reading = readHeader(first.value.fields, branches);
  if (!reading.ok) {
    await records.return(undefined);
    throw new RefusedList({ reason: reading.reason, columns: reading.columns });
  }
  report.warnings.push(...reading.header.warnings);

  let batch = emptyBatch();
  for await (const { line, fields, made } of records) {
    // Excel writes rows of separators below a list.
    if (!made && fields.every((field) => field.trim() === '')) continue;
    report.read++;
    if (made && report.warnings.length < mostWarnings) {
      report.warnings.push(...made.warnings.map((warning) => `${report.counts} ${line}: ${warning}`));
    }
    const row = readRow(reading.header, line, fields, made);
    if (row.ok) addToBatch(batch, line, row);
    else {
      report.failed++;
      report.errors.push(...row.errors.slice(0, mostErrors - report.errors.length));
      if (row.key) addRefusal(batch, line, row.key);
    }
    if (batch.tires.length + batch.refusals.length >= batchSize) {
      yield batch;
      batch = emptyBatch();
    }
  }
  yield batch;
}
