import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Cents } from '../../money.ts';

export type SentKind = Tables['merit_sent']['kind'];
export type SentRow = Selectable<Tables['merit_sent']>;

/** `key`: of a document its number, of a payment its id. `document`: the number of that document, or of the one that the payment pays. */
export type Sending = { kind: SentKind; key: string; document: string; cents: Cents };

/** Returns the record of a sending. Undefined: the document or payment was not sent, or Merit refused it. */
export function sentRow(db: Kysely<Tables>, kind: SentKind, key: string): Promise<SentRow | undefined> {
  return db.selectFrom('merit_sent').selectAll().where('kind', '=', kind).where('key', '=', key).executeTakeFirst();
}

/** Records a sending that is about to be made. The row stays if the push is interrupted before Merit responds. */
export async function markStarted(db: Kysely<Tables>, sending: Sending, at: Date): Promise<void> {
  await markUnclear(db, sending, at, 'interrupted');
}

/** Records that it is not known whether Merit has what was sent. `detail`: why. */
export async function markUnclear(db: Kysely<Tables>, sending: Sending, at: Date, detail: string): Promise<void> {
  await saveSentRow(db, { ...sending, state: 'unclear', merit_id: null, sent_at: at, detail });
}

export async function markSent(db: Kysely<Tables>, sending: Sending, at: Date, meritId: string | null): Promise<void> {
  await saveSentRow(db, { ...sending, state: 'sent', merit_id: meritId, sent_at: at, detail: null });
}

async function saveSentRow(db: Kysely<Tables>, row: SentRow): Promise<void> {
  const { kind: _, key: __, ...changes } = row;
  await db
    .insertInto('merit_sent')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(changes))
    .execute();
}

/** Deletes the row of a document or payment that Merit certainly does not have. */
export async function deleteSending(db: Kysely<Tables>, { kind, key }: Sending): Promise<void> {
  await db.deleteFrom('merit_sent').where('kind', '=', kind).where('key', '=', key).execute();
}

/** Returns the sum of a document's payments that were sent, and whether a payment other than `key` is unclear. */
export async function sentPaymentsOf(
  db: Kysely<Tables>,
  document: string,
  key: string,
): Promise<{ sentCents: Cents; isOtherUnclear: boolean }> {
  const { sentCents, isOtherUnclear } = await db
    .selectFrom('merit_sent')
    .select([
      sql<number>`coalesce(sum(cents) filter (where state = 'sent'), 0)`.as('sentCents'),
      sql<boolean>`coalesce(bool_or(state = 'unclear' and key <> ${key}), false)`.as('isOtherUnclear'),
    ])
    .where('kind', '=', 'payment')
    .where('document', '=', document)
    .executeTakeFirstOrThrow();
  return { sentCents, isOtherUnclear };
}
