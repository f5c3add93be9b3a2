import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import {
  documentKinds,
  documentNumber,
  type NumbersSkippedByRestore,
  type SeriesNumber,
  type SkippedNumbers,
} from './document-number.ts';
import type { DocumentKind } from './money-document.ts';

const maxNumberOfSeries = 999_999;

/** Raises a series to `no`, and records the unused numbers up to it as skipped. Returns null if the series has reached `no`. The caller must have locked
 * `document_series`, so that no document gets a skipped number. */
export async function skipNumbers(
  client: Pick<pg.ClientBase, 'query'>,
  { kind, year, no }: SeriesNumber,
  restoredAt: Date,
  day: Day,
): Promise<SkippedNumbers | null> {
  const last = (await lastNumbers(client, year)).get(kind) ?? 0;
  if (no <= last) return null;
  await client.query(
    `insert into document_series (series, year, last_no, last_on) values ($1, $2, $3, $4)
     on conflict (series, year) do update set last_no = excluded.last_no, last_on = greatest(document_series.last_on, excluded.last_on)`,
    [kind, year, no, day],
  );
  await client.query(
    `insert into skipped_documents (series, year, first_no, last_no, skipped_on, restored_at) values ($1, $2, $3, $4, $5, $6)`,
    [kind, year, last + 1, no, day, restoredAt],
  );
  return skippedNumbers({ kind, year, first_no: last + 1, last_no: no });
}

/** Skips the next `count` numbers of each series of the year, or as many as the series has left. */
export async function skipInEverySeries(
  client: Pick<pg.ClientBase, 'query'>,
  count: number,
  at: Date,
): Promise<SkippedNumbers[]> {
  const day = tallinnDate(at);
  const year = Number(day.slice(0, 4));
  const last = await lastNumbers(client, year);
  const skipped: SkippedNumbers[] = [];
  for (const kind of documentKinds) {
    const no = Math.min((last.get(kind) ?? 0) + count, maxNumberOfSeries);
    const numbers = await skipNumbers(client, { kind, year, no }, at, day);
    if (numbers) skipped.push(numbers);
  }
  return skipped;
}

async function lastNumbers(client: Pick<pg.ClientBase, 'query'>, year: number): Promise<Map<DocumentKind, number>> {
  const { rows } = await client.query<{ series: DocumentKind; last_no: number }>(
    'select series, last_no from document_series where year = $1',
    [year],
  );
  return new Map(rows.map(({ series, last_no }) => [series, last_no]));
}

type SkippedRow = { kind: DocumentKind; year: number; first_no: number; last_no: number };

function skippedNumbers({ kind, year, first_no, last_no }: SkippedRow): SkippedNumbers {
  const [first, last] = [documentNumber(kind, year, first_no), documentNumber(kind, year, last_no)];
  return { kind, first, last, count: last_no - first_no + 1 };
}

export async function skippedNumbersIn(db: Kysely<Tables>, month: Day): Promise<NumbersSkippedByRestore[]> {
  const rows = await db
    .selectFrom('skipped_documents as skipped')
    .innerJoin('restores as restore', 'restore.at', 'skipped.restored_at')
    .select(['skipped.series as kind', 'skipped.year', 'skipped.first_no', 'skipped.last_no'])
    .select(['restore.at as restoredAt', 'restore.until'])
    .where(sql`date_trunc('month', skipped.skipped_on::timestamp)`, '=', sql`${month}::date`)
    .orderBy('skipped.year')
    .orderBy('skipped.series')
    .orderBy('skipped.first_no')
    .execute();
  return rows.map(({ restoredAt, until, ...row }) => ({ ...skippedNumbers(row), restoredAt, until }));
}

export async function nextNumbers(db: Kysely<Tables>, at: Date): Promise<{ kind: DocumentKind; next: string }[]> {
  const year = Number(tallinnDate(at).slice(0, 4));
  const rows = await db.selectFrom('document_series').selectAll().where('year', '=', year).execute();
  return documentKinds.map((kind) => {
    const last = rows.find(({ series }) => series === kind)?.last_no ?? 0;
    return { kind, next: documentNumber(kind, year, last + 1) };
  });
}
