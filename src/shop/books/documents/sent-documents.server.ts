import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { MoneyDocument } from './money-document.ts';
import { readDocument } from './read-documents.server.ts';

/** Returns the invoices and credit notes of an order that no mail before `letterId` had attached, in the order of issue. */
export async function documentsToSend(
  db: Kysely<Tables>,
  { orderNumber, letterId }: { orderNumber: string; letterId: string },
): Promise<MoneyDocument[]> {
  const rows = await db
    .selectFrom('money_documents')
    .leftJoin('document_letters', 'document_letters.document_id', 'money_documents.id')
    .select('number')
    .where('order_number', '=', orderNumber)
    .where('kind', '!=', 'receipt')
    .where(({ or, eb }) => or([eb('letter_id', 'is', null), eb('letter_id', '=', letterId)]))
    .orderBy('id')
    .execute();
  const documents: MoneyDocument[] = [];
  for (const { number } of rows) {
    const document = await readDocument(db, number);
    if (document) documents.push(document);
  }
  return documents;
}

export async function markDocumentsSent(
  db: Kysely<Tables>,
  documents: readonly { id: number }[],
  { letterId, at }: { letterId: string; at: Date },
): Promise<void> {
  if (documents.length === 0) return;
  await db
    .insertInto('document_letters')
    .values(documents.map(({ id }) => ({ document_id: id, letter_id: letterId, sent_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
