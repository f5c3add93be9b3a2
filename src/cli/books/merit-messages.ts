import { translatorOf } from '../../messages/translator.server.ts';
import type { MeritMessages } from '../../shop/books/merit/invoice.ts';

/** Returns the texts of documents in Estonian, which the Accounting Act (RPS § 6) requires for the books. */
export function meritMessages(): MeritMessages {
  const t = translatorOf('ee', 'mail');
  return {
    person: t('document.person'),
    line({ kind, name, count }, { orderNumber }) {
      if (kind === 'prepayment') return t('document.prepayment', { number: orderNumber });
      // The name of a deduction consists of the numbers of the deducted invoices.
      if (kind === 'deduction') return t('document.deduction', { numbers: name || '–' });
      const isPriceReduction = count === 0;
      return isPriceReduction ? t('document.reduction', { name }) : name;
    },
    creditedInvoice: ({ number, issuedOn }) =>
      `${t('document.credits')} ${t('document.creditsText', { number, day: issuedOn.split('-').reverse().join('.') })}`,
  };
}
