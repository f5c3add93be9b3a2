import { translatorOf } from '../../messages/translator.server.ts';
import type { MeritMessages } from '../../shop/books/merit/invoice.ts';

/** Returns the messages of documents in Estonian, the language of the books (RPS § 6), as on the documents themselves. */
export function meritMessages(): MeritMessages {
  const t = translatorOf('ee', 'mail');
  return {
    person: t('document.person'),
    line({ kind, name, count }, { orderNumber }) {
      if (kind === 'prepayment') return t('document.prepayment', { number: orderNumber });
      if (kind === 'deduction') return t('document.deduction', { numbers: name || '–' });
      const isPriceReduction = count === 0;
      return isPriceReduction ? t('document.reduction', { name }) : name;
    },
    creditedInvoice: ({ number, issuedOn }) =>
      `${t('document.credits')} ${t('document.creditsText', { number, day: issuedOn.split('-').reverse().join('.') })}`,
  };
}
