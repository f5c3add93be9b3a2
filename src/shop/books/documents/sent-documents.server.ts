import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { MoneyDocument } from './money-document.ts';
import { readDocuments } from './read-documents.server.ts';

/** The `about` of a mail with one document: its number, a space and a random id, because it can be mailed again. */
const aboutWithDocumentNumber = /^(\d{9}) /;

/** Returns the document that the mail names, or the invoices and credit notes that no earlier mail had attached. */
export async function documentsToSend(
  db: Kysely<Tables>,
  { orderNumber, mailId }: { orderNumber: string; mailId: string },
): Promise<MoneyDocument[]> {
  const mail = await db.selectFrom('letters').select(['kind', 'about']).where('id', '=', mailId).executeTakeFirst();
  const namedNumber = mail?.kind === 'documents' ? aboutWithDocumentNumber.exec(mail.about)?.[1] : undefined;
  const rows = await db
    .selectFrom('money_documents')
    .leftJoin('document_letters', 'document_letters.document_id', 'money_documents.id')
    .select('number')
    .where('order_number', '=', orderNumber)
    .where(({ or, and, eb }) =>
      namedNumber === undefined
        ? and([eb('kind', '!=', 'receipt'), or([eb('letter_id', 'is', null), eb('letter_id', '=', mailId)])])
        : eb('number', '=', namedNumber),
    )
    .execute();
  return readDocuments(
    db,
    rows.map(({ number }) => number),
  );
}

export async function markDocumentsSent(
  db: Kysely<Tables>,
  documents: readonly { id: number }[],
  { mailId, at }: { mailId: string; at: Date },
): Promise<void> {
  if (documents.length === 0) return;
  await db
    .insertInto('document_letters')
    .values(documents.map(({ id }) => ({ document_id: id, letter_id: mailId, sent_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
