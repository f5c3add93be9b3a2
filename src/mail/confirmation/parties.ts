import type { Letter } from '../letter.ts';
import type { Words } from '../words.ts';
import { type Paper, width } from './paper.ts';
import { row } from './writing.ts';

/** Who sells and who buys, beside one another. */
export function writeParties(paper: Paper, { order, facts }: Letter, { letter: t }: Words): void {
  const { customer, company } = order;
  const seller = [
    facts.legalName,
    t('pdf.registryCode', { code: facts.registryCode }),
    t('pdf.vatNumber', { vat: facts.vatNumber }),
    facts.address,
    facts.email,
    facts.phones.join(', '),
  ];
  const buyer = [
    ...(company ? [company.name, t('pdf.registryCode', { code: company.regCode })] : []),
    ...(company?.vatNumber ? [t('pdf.vatNumber', { vat: company.vatNumber })] : []),
    customer.name,
    customer.email,
    customer.phone,
  ];
  const half = width / 2;
  row(paper, [
    { text: t('pdf.seller'), width: half, quiet: true },
    { text: t('pdf.buyer'), width: half, quiet: true },
  ]);
  row(paper, [
    { text: seller.join('\n'), width: half - 16 },
    { text: '', width: 16 },
    { text: buyer.join('\n'), width: half },
  ]);
}
