import { ublXml, type VatDocument } from '../../shop/books/xml/ubl.ts';
import { wordsIn } from '../messages.ts';
import { creditReason } from './credit-reason.ts';
import { lineName } from './line-name.ts';

export function documentUbl(document: VatDocument): Buffer {
  const words = wordsIn(document.locale);
  const { mail: t } = words;
  const { reason } = document;
  return Buffer.from(
    ublXml(document, {
      nameless: t('document.person'),
      reason: creditReason(document, words),
      terms: reason && t('document.creditTerms'),
      nameOf: (line) => lineName(line, document, words),
    }),
  );
}
