import type { DocumentLine, MoneyDocument } from '../../shop/books/documents/money-document.ts';
import type { Messages } from '../messages.ts';

/** Returns why a credit note was issued, with the note of an employee if there is one; null: not a credit note. */
export function creditReason({ reason, note }: MoneyDocument, { mail: t }: Messages): string | null {
  if (!reason) return null;
  return note === '' ? t(`document.reasons.${reason}`) : `${t(`document.reasons.${reason}`)}: ${note}`;
}

export function lineName({ kind, name, count }: DocumentLine, document: MoneyDocument, { mail: t }: Messages): string {
  if (kind === 'prepayment') return t('document.prepayment', { number: document.orderNumber });
  if (kind === 'deduction') {
    const invoiceNumbers = name;
    return t('document.deduction', { numbers: invoiceNumbers || '–' });
  }
  const isPriceReduction = count === 0;
  return isPriceReduction ? t('document.reduction', { name }) : name;
}
