import { type Insertable, type Kysely, sql } from 'kysely';
import type { FeedCounts, SupplierFeeds } from '../../../database/tables/supplier-tables.ts';
import type { Tables } from '../../../database/tables.ts';
import { type ImportRefusal, refusalText } from '../import/file/refusal.ts';
import type { Validators } from './fetch/download.server.ts';

/** `reason`: why the attempt failed, in English. `refusal`: the same as a value; null: the list was not refused, or an earlier version stored only the text.
 * `importedAt`, `counts`: of the last list that was fetched and imported; null: there is none. */
export type FeedState = {
  triedAt: Date;
  result: 'imported' | 'unchanged' | 'refused' | 'failed';
  reason: string;
  refusal: ImportRefusal | null;
  importedAt: Date | null;
  counts: FeedCounts | null;
};

/** Returns the last attempt to fetch each supplier's list, by supplier. The table says `landed` for imported. Its `words` are the refusal of a list as JSON (an English text if an earlier version stored it), or the reason of another failure. */
export async function feedStates(db: Kysely<Tables>): Promise<Map<string, FeedState>> {
  const rows = await db
    .selectFrom('supplier_feeds')
    .select(['supplier', 'tried_at as triedAt', 'result', 'words', 'landed_at as importedAt', 'counts'])
    .execute();
  return new Map(
    rows.map(({ supplier, result: stored, words, ...state }) => {
      const result = stored === 'landed' ? 'imported' : stored;
      const refusal = result === 'refused' && words.startsWith('{') ? (JSON.parse(words) as ImportRefusal) : null;
      return [supplier, { ...state, result, refusal, reason: refusal ? refusalText(refusal) : words }];
    }),
  );
}

export async function deleteUndeclaredFeeds(db: Kysely<Tables>, declared: readonly string[]): Promise<void> {
  await db.deleteFrom('supplier_feeds').where(sql<boolean>`supplier <> all (${declared}::text[])`).execute();
}

/** Returns the ETag and Last-Modified of the last imported list, for a conditional request. Null if it had neither, the settings
 * (`settingsHash`) have changed, or a list was imported by hand since. Undoing an import keeps the ETag and Last-Modified of its list, so that this list is not imported again. */
export async function storedValidators(
  db: Kysely<Tables>,
  supplier: string,
  settingsHash: string,
): Promise<Validators | null> {
  const stored = await db
    .selectFrom('supplier_feeds')
    .select(['etag', 'last_modified as lastModified'])
    .where('supplier', '=', supplier)
    .where('read_as', '=', settingsHash)
    .where(
      sql<boolean>`not exists (select from imports
        where supplier = any (suppliers) and at > landed_at and undone_at is null)`,
    )
    .executeTakeFirst();
  return stored && (stored.etag !== null || stored.lastModified !== null) ? stored : null;
}

/** Returns a text that changes with each import of the supplier, also an undone one, and each fetch of its list. */
export async function lastListOf(db: Kysely<Tables>, supplier: string): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    select concat_ws(' ', (select max(id) from imports where ${supplier} = any (suppliers)),
      (select 'tried at ' || tried_at from supplier_feeds where supplier = ${supplier})) as last`.execute(db);
  return rows[0]?.last ?? '';
}

/** Called by an import that holds the lock. A fetch that waits for the lock then sees that `lastListOf` has changed, even if the import changes nothing, and begins again. */
export async function recordAttemptBegun(db: Kysely<Tables>, supplier: string, at: Date): Promise<void> {
  await db.updateTable('supplier_feeds').set({ tried_at: at }).where('supplier', '=', supplier).execute();
}

export async function recordAttempt(
  db: Kysely<Tables>,
  supplier: string,
  { at, result, reason }: { at: Date; result: 'unchanged' | 'refused' | 'failed'; reason: string | ImportRefusal },
): Promise<void> {
  const words = typeof reason === 'string' ? reason.slice(0, 500) : JSON.stringify(reason);
  await writeFeed(db, supplier, { tried_at: at, result, words });
}

export async function recordImportedList(
  db: Kysely<Tables>,
  supplier: string,
  imported: { at: Date; counts: FeedCounts; validators: Validators; settingsHash: string },
): Promise<void> {
  const { at, counts, validators, settingsHash } = imported;
  await writeFeed(db, supplier, {
    tried_at: at,
    result: 'landed',
    words: '',
    landed_at: at,
    counts,
    etag: validators.etag,
    last_modified: validators.lastModified,
    read_as: settingsHash,
  });
}

type Feed = Omit<Insertable<SupplierFeeds>, 'supplier'>;

async function writeFeed(db: Kysely<Tables>, supplier: string, row: Feed): Promise<void> {
  await db
    .insertInto('supplier_feeds')
    .values({ supplier, ...row })
    .onConflict((conflict) => conflict.column('supplier').doUpdateSet(row))
    .execute();
}
