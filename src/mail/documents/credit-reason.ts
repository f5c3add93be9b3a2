import type { MoneyDocument } from '../../shop/books/documents/money-document.ts';
import type { Messages } from '../messages.ts';

/** Returns why a credit note was issued, with the note of an employee if there is one; null: not a credit note. */
export function creditReason({ reason, note }: MoneyDocument, { mail: t }: Messages): string | null {
  if (!reason) return null;
  return note === '' ? t(`document.reasons.${reason}`) : `${t(`document.reasons.${reason}`)}: ${note}`;
}
