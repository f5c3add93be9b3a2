import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { MoneyDocument } from './money-document.ts';

type FileKind = Tables['document_files']['kind'];

/** Prepares the files of a document. `ubl` null: a receipt has no UBL. */
export type DocumentWriter = (document: MoneyDocument) => Promise<{
  fileName: string;
  pdf: () => Promise<Buffer>;
  ubl: (() => Promise<Buffer>) | null;
}>;

/** Returns the stored file, or stores the result of `write`. Concurrent calls return the file stored first. */
export async function storedDocumentFile(
  db: Kysely<Tables>,
  { id, kind, at }: { id: number; kind: FileKind; at: Date },
  write: () => Promise<Buffer>,
): Promise<Buffer> {
  const stored = db
    .selectFrom('document_files')
    .select('content')
    .where('document_id', '=', id)
    .where('kind', '=', kind);
  const existing = await stored.executeTakeFirst();
  if (existing) return existing.content;
  const content = await write();
  const sha256 = hash('sha256', content, 'buffer');
  await db
    .insertInto('document_files')
    .values({ document_id: id, kind, sha256, content, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await stored.executeTakeFirstOrThrow()).content;
}
