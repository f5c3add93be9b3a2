import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { MoneyDocument } from './money-document.ts';

type FileKind = Tables['document_files']['kind'];

/** Returns the name of a document's PDF, and functions that write it and its UBL; a receipt has no UBL. */
export type DocumentWriter = (document: MoneyDocument) => Promise<{
  fileName: string;
  pdf: () => Promise<Buffer>;
  ubl: (() => Promise<Buffer>) | null;
}>;

/**
 * Returns the stored file of a document; without one, calls `write` and stores its result. Processes that write the same file at once all
 * return the first one stored.
 */
export async function documentFile(
  db: Kysely<Tables>,
  { id, kind, at }: { id: number; kind: FileKind; at: Date },
  write: () => Promise<Buffer>,
): Promise<Buffer> {
  const stored = db
    .selectFrom('document_files')
    .select('content')
    .where('document_id', '=', id)
    .where('kind', '=', kind);
  const found = await stored.executeTakeFirst();
  if (found) return found.content;
  const content = await write();
  const sha256 = createHash('sha256').update(content).digest();
  await db
    .insertInto('document_files')
    .values({ document_id: id, kind, sha256, content, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await stored.executeTakeFirstOrThrow()).content;
}
