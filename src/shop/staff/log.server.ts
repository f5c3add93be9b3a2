import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';

export type LogEntry = {
  at: Date;
  actor: string;
  station: string | null;
  act: string;
  /** The thing acted on: `order R26-4F7K2` or `tire …`; never personal data of a buyer. */
  subject: string;
  outcome: string;
  requestId: string;
  key?: string | undefined;
};

/** `outcome`: `done`, `opened`, `passkey` or `pin` (how a person signed in), or why it was refused. `key`: the idempotency key of an act. Adds nothing if the log has an entry with this key. */
export async function logAct(db: Kysely<Tables>, { requestId, key, ...entry }: LogEntry): Promise<void> {
  await db
    .insertInto('desk_log')
    .values({ ...entry, request_id: requestId, key: key ?? null })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

export async function findLogEntry(db: Kysely<Tables>, key: string) {
  return db
    .selectFrom('desk_log')
    .select(['act', 'subject', 'outcome', 'actor', 'at'])
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Returns the newest entries, at most 200. `before`: the id of an entry; only older entries are returned. */
export async function readLog(db: Kysely<Tables>, { actor, before }: { actor?: string; before?: number }) {
  return db
    .selectFrom('desk_log')
    .select(['id', 'at', 'actor', 'station', 'act', 'subject', 'outcome'])
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}
