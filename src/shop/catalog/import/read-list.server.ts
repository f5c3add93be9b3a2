import { readRecords } from './csv.server.ts';
import { readHeader } from './header.ts';
import { RefusedList } from './refusal.ts';
import { type ImportReport, mostErrors } from './report.ts';
import { readRow } from './row.ts';
import { addRefusal, addToBatch, type Batch, emptyBatch } from './staging.server.ts';

const batchSize = 1_000;

/** Reads a price list batch by batch; counts its rows and errors into the report. Throws RefusedList. */
export async function* readBatches(
  bytes: AsyncIterable<Buffer>,
  branches: string[],
  report: ImportReport,
): AsyncGenerator<Batch> {
  const records = readRecords(bytes);
  const first = await records.next();
  if (first.done) throw new RefusedList({ reason: 'no-header' });
  const reading = readHeader(first.value.fields, branches);
  if (!reading.ok) {
    await records.return(undefined);
    throw new RefusedList({ reason: reading.reason, columns: reading.columns });
  }
  report.warnings.push(...reading.header.warnings);

  let batch = emptyBatch();
  for await (const { line, fields } of records) {
    // Excel writes rows of separators below a list.
    if (fields.every((field) => field.trim() === '')) continue;
    report.read++;
    const row = readRow(reading.header, line, fields);
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
