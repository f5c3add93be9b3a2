import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';

/** The last imports that changed anything, the newest first; `recorded`: could be taken back once it is the last. */
export function listImports(db: Kysely<Tables>, limit: number) {
  return db
    .selectFrom('imports')
    .select(['id', 'at', 'file', 'actor', 'suppliers', 'counts', 'recorded', 'undone_at', 'undone_by'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type ListedImport = Awaited<ReturnType<typeof listImports>>[number];
