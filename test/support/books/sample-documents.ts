import type { DocumentLine, DocumentTax, MoneyDocument } from '../../../src/shop/books/documents/money-document.ts';
import { type Cents, vatIn } from '../../../src/shop/money.ts';

/** A line by its gross amount; its net and VAT are computed. */
type SampleLine = Partial<DocumentLine> & { grossCents: Cents };

export const sampleSeller: MoneyDocument['seller'] = {
  name: 'Rehvipood OÜ',
  regCode: '12345678',
  vatNumber: 'EE100421628',
  address: 'Ringtee 75, 50501 Tartu',
  email: 'info@rehvipood.example',
  phone: '+372 700 0101',
  iban: 'EE382200221020145685',
};

export const sampleCompany: MoneyDocument['buyer'] = {
  kind: 'company',
  name: 'Õunapuu & Pojad OÜ',
  regCode: '87654321',
  vatNumber: 'EE100932557',
};

/** Returns an unpaid invoice of these lines to a company. `changes` replaces any of its fields. */
export function sampleInvoice(lines: readonly SampleLine[], changes: Partial<MoneyDocument> = {}): MoneyDocument {
  const taxed = linesWithTaxes(lines);
  const taxes = taxesOf(taxed);
  const sum = (field: 'netCents' | 'vatCents' | 'grossCents') => taxes.reduce((cents, tax) => cents + tax[field], 0);
  return {
    id: 1,
    kind: 'invoice',
    number: '261000123',
    issuedOn: '2026-11-24',
    suppliedOn: '2026-11-23',
    dueOn: '2026-12-08',
    locale: 'ee',
    orderNumber: 'R-2026-004711',
    reference: '47119',
    branch: { id: 'ringtee', name: 'Ringtee', address: 'Ringtee 75, 50501 Tartu' },
    seller: sampleSeller,
    buyer: sampleCompany,
    creditedInvoice: null,
    reason: null,
    note: '',
    lines: taxed,
    taxes,
    netCents: sum('netCents'),
    vatCents: sum('vatCents'),
    grossCents: sum('grossCents'),
    payments: [],
    ...changes,
  };
}

/** Returns a credit note of these lines to the invoice 261000123. */
export function sampleCreditNote(lines: readonly SampleLine[], changes: Partial<MoneyDocument> = {}): MoneyDocument {
  return sampleInvoice(lines, {
    kind: 'credit-note',
    number: '262000007',
    issuedOn: '2026-12-03',
    suppliedOn: '2026-12-03',
    dueOn: null,
    creditedInvoice: { number: '261000123', issuedOn: '2026-11-24' },
    reason: 'returned',
    ...changes,
  });
}

/** Returns a receipt of one payment, or of a refund if `cents` is negative. */
export function sampleReceipt(
  payment: { cents: Cents; tender: 'cash' | 'card'; roundingCents?: Cents },
  changes: Partial<MoneyDocument> = {},
): MoneyDocument {
  return {
    ...sampleInvoice([]),
    kind: 'receipt',
    number: '263000042',
    dueOn: null,
    buyer: { kind: 'person', name: '', regCode: null, vatNumber: null },
    grossCents: payment.cents,
    payments: [{ paidOn: '2026-11-24', method: 'pay_at_branch', roundingCents: 0, ...payment }],
    ...changes,
  };
}

/** Adds net amounts and VAT. VAT is calculated once for each rate, from its gross sum; the net sum is split by the largest remainder. */
function linesWithTaxes(samples: readonly SampleLine[]): DocumentLine[] {
  const lines = samples.map((line, index) => ({
    position: index + 1,
    kind: 'tires' as const,
    tireId: `tire-${index + 1}`,
    name: `Nokian Tyres Hakkapeliitta 10p 205/55 R16 94T XL, naastrehv`,
    count: 1,
    vatPercent: 24,
    netCents: 0,
    vatCents: 0,
    ...line,
  }));
  for (const rate of new Set(lines.map(({ vatPercent }) => vatPercent))) {
    const ofRate = lines.filter(({ vatPercent }) => vatPercent === rate);
    const gross = ofRate.reduce((cents, { grossCents }) => cents + grossCents, 0);
    const exact = ofRate.map(({ grossCents }) => (grossCents * 100) / (100 + rate));
    let remainingCents = gross - vatIn(gross, rate) - exact.reduce((sum, net) => sum + Math.floor(net), 0);
    const byRemainder = ofRate.map((line, index) => ({ line, remainder: (exact[index] ?? 0) % 1 }));
    for (const [index, line] of ofRate.entries()) line.netCents = Math.floor(exact[index] ?? 0);
    for (const { line } of byRemainder.toSorted((a, b) => b.remainder - a.remainder)) {
      if (remainingCents-- > 0) line.netCents += 1;
    }
    for (const line of ofRate) line.vatCents = line.grossCents - line.netCents;
  }
  return lines;
}

function taxesOf(lines: readonly DocumentLine[]): DocumentTax[] {
  const rates = [...new Set(lines.map(({ vatPercent }) => vatPercent))].toSorted((a, b) => b - a);
  return rates.map((vatPercent) => {
    const ofRate = lines.filter((line) => line.vatPercent === vatPercent);
    const sum = (field: 'netCents' | 'vatCents' | 'grossCents') =>
      ofRate.reduce((cents, line) => cents + line[field], 0);
    return { vatPercent, netCents: sum('netCents'), vatCents: sum('vatCents'), grossCents: sum('grossCents') };
  });
}
