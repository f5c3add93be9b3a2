import { ublXml, type VatDocument } from '../../shop/books/xml/ubl.ts';
import { messagesIn } from '../messages.ts';
import { creditReason, lineName } from './document-text.ts';

export function documentUbl(document: VatDocument): Buffer {
  const messages = messagesIn(document.locale);
  const { mail: t } = messages;
  const isCreditNote = document.reason !== null;
  return Buffer.from(
    ublXml(document, {
      missingName: t('document.person'),
      reason: creditReason(document, messages),
      refundTerms: isCreditNote ? t('document.creditTerms') : null,
      nameOf: (line) => lineName(line, document, messages),
    }),
  );
}
