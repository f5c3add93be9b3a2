import { documentWriter } from '../../mail/documents/document-writer.ts';
import type { Mail, MailKind } from '../../mail/mail.ts';
import { storedDocumentFile } from '../../shop/books/documents/document-file.server.ts';
import type { MoneyDocument } from '../../shop/books/documents/money-document.ts';
import { documentsToSend } from '../../shop/books/documents/sent-documents.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';

export type AttachedDocument = MoneyDocument & { file: Mail['attachments'][number] };

const kindsWithDocuments: readonly MailKind[] = ['paid', 'ready', 'changed', 'cancelled', 'refunded', 'documents'];

/** Returns the document that an employee chose to send with a mail, otherwise the invoices and credit notes that the buyer has not got. Creates missing files. */
export async function attachedDocuments(
  { db, now }: Pick<ShopContext, 'db' | 'now'>,
  mail: { id: string; kind: MailKind; order: { number: string } },
): Promise<AttachedDocument[]> {
  if (!kindsWithDocuments.includes(mail.kind)) return [];
  const documents = await documentsToSend(db, { orderNumber: mail.order.number, mailId: mail.id });
  const attached: AttachedDocument[] = [];
  for (const document of documents) {
    const { fileName, pdf } = await documentWriter(document);
    const content = await storedDocumentFile(db, { id: document.id, kind: 'pdf', at: now() }, pdf);
    attached.push({ ...document, file: { filename: fileName, content, contentType: 'application/pdf' } });
  }
  return attached;
}
