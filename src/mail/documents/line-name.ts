import type { DocumentLine, MoneyDocument } from '../../shop/books/documents/money-document.ts';
import type { Messages } from '../messages.ts';

export function lineName({ kind, name, count }: DocumentLine, document: MoneyDocument, { mail: t }: Messages): string {
  if (kind === 'prepayment') return t('document.prepayment', { number: document.orderNumber });
  if (kind === 'deduction') {
    const invoiceNumbers = name;
    return t('document.deduction', { numbers: invoiceNumbers || '–' });
  }
  const isPriceReduction = count === 0;
  return isPriceReduction ? t('document.reduction', { name }) : name;
}
