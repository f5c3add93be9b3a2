import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../../database/tables.ts';
import type { SeriesNumber, SkippedNumbers } from '../books/documents/document-number.ts';
import { skipNumbers } from '../books/documents/skipped-numbers.server.ts';
import type { ChangeStamp } from '../history.server.ts';
import { tallinnDate } from '../tallinn-date.ts';
import type { Restore } from './record-restore.server.ts';

/** Until all restores are confirmed, the shop sends only purchases that an employee requests. Oldest first. */
export async function listUnconfirmedRestores(db: Kysely<Tables>): Promise<Restore[]> {
  return db
    .selectFrom('restores')
    .select(['at', 'until', 'source'])
    .where('confirmed_at', 'is', null)
    .orderBy('at')
    .execute();
}

/** An entered document number that would skip more numbers of its series counts as a typing error. */
const maxSkipped = 10_000;

type Confirmation =
  | { ok: true; skipped: SkippedNumbers[] }
  | { ok: false; reason: 'none' }
  | { ok: false; reason: 'far-ahead'; number: SeriesNumber };

/** Each series continues after the documents in `knownNumbers`. The caller must roll back if this is refused. */
export async function confirmRestores(
  client: Pick<pg.ClientBase, 'query'>,
  knownNumbers: readonly SeriesNumber[],
  { at, actor }: ChangeStamp,
): Promise<Confirmation> {
  await client.query('lock table document_series in share row exclusive mode');
  const { rows } = await client.query<{ lastRestoreAt: Date | null }>(
    `with confirmed as (
      update restores set confirmed_at = $1, confirmed_by = $2 where confirmed_at is null returning at
    ) select max(at) as "lastRestoreAt" from confirmed`,
    [at, actor],
  );
  const lastRestoreAt = rows[0]?.lastRestoreAt;
  if (!lastRestoreAt) return { ok: false, reason: 'none' };
  const skipped: SkippedNumbers[] = [];
  for (const number of knownNumbers) {
    const skippedNumbers = await skipNumbers(client, number, lastRestoreAt, tallinnDate(at));
    if (skippedNumbers && skippedNumbers.count > maxSkipped) return { ok: false, reason: 'far-ahead', number };
    if (skippedNumbers) skipped.push(skippedNumbers);
  }
  return { ok: true, skipped };
}

/** Returns the numbers of the documents issued after the last change that a restore kept (`until`), up to the restore (`at`). Documents that it lost may have the same numbers. */
export async function documentsIssuedBetween(db: Kysely<Tables>, { until, at }: Restore): Promise<string[]> {
  const rows = await db
    .selectFrom('money_documents')
    .select('number')
    .where('issued_at', '>', until)
    .where('issued_at', '<=', at)
    .orderBy('number')
    .execute();
  return rows.map(({ number }) => number);
}

export async function unclearPurchases(db: Kysely<Tables>): Promise<{ number: string; supplier: string }[]> {
  return db
    .selectFrom('purchases')
    .select(['number', 'supplier'])
    .where('state', '=', 'unclear')
    .orderBy('id')
    .execute();
}
