import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meritBooks, taxes, totalsOf } from '../../../../test/support/books/merit/merit-books.ts';
import { sampleCreditNote, sampleInvoice, sampleReceipt } from '../../../../test/support/books/sample-documents.ts';
import type { MoneyDocument } from '../documents/money-document.ts';
import { type MeritInvoice, type MeritMessages, meritInvoice, taxIdsBy } from './invoice.ts';

const messages: MeritMessages = {
  person: 'Eraisik',
  line: ({ kind, name, count }, { orderNumber }) => {
    if (kind !== 'tires') return `${kind} ${orderNumber}`;
    return count === 0 ? `${name}, hinnaalandus` : name;
  },
  creditedInvoice: ({ number, issuedOn }) => `Krediteeritav arve nr ${number}, ${issuedOn}`,
};
const meritTaxes = taxes.map(({ Id, Code, TaxPct }) => ({ id: Id, code: Code, percent: TaxPct }));
const taxIdOf = taxIdsBy(meritTaxes, { 24: '24%' });
const [id20, id22, id24] = taxes.map(({ Id }) => Id);

function invoiceFor(document: MoneyDocument): MeritInvoice {
  const invoice = meritInvoice(document, taxIdOf, messages);
  if (!invoice.ok) throw new Error(invoice.reason);
  return invoice.value;
}

test('writes an invoice to a company', () => {
  expect(invoiceFor(sampleInvoice([{ grossCents: 31_960, count: 4, name: 'Nokian 205/55 R16' }]))).toEqual({
    Customer: {
      Name: 'Õunapuu & Pojad OÜ',
      RegNo: '87654321',
      VatRegNo: 'EE100932557',
      NotTDCustomer: false,
      CountryCode: 'EE',
    },
    DocDate: '20261124000000',
    TransactionDate: '20261123000000',
    DueDate: '20261208000000',
    InvoiceNo: '261000123',
    RefNo: '47119',
    CurrencyCode: 'EUR',
    InvoiceRow: [
      {
        Item: { Code: 'REHVID', Description: 'Nokian 205/55 R16', Type: 3 },
        Quantity: 4,
        Price: 64.435,
        TaxId: id24,
      },
    ],
    TaxAmount: [{ TaxId: id24, Amount: 61.86 }],
    RoundingAmount: 0,
    TotalAmount: 257.74,
  });
});

test('all persons are one customer; a paid invoice is due on its own day', () => {
  const buyer = { kind: 'person', name: 'Mari Maasikas', regCode: null, vatNumber: null } as const;
  const { Customer, DueDate } = invoiceFor(sampleInvoice([{ grossCents: 100 }], { buyer, dueOn: null }));
  expect(Customer).toEqual({ Name: 'Eraisik', NotTDCustomer: true, CountryCode: 'EE' });
  expect(DueDate).toBe('20261124000000');
});

test('a company of another country is not listed in KMD INF; its name, VAT number and address are normalized', () => {
  const buyer = {
    kind: 'company',
    name: ' SIA Riepas ',
    regCode: '40003',
    vatNumber: 'lv 40003000000',
    address: `Rīga${'a'.repeat(99)}`,
  } as const;
  expect(invoiceFor(sampleInvoice([{ grossCents: 100 }], { buyer })).Customer).toEqual({
    Name: 'SIA Riepas',
    RegNo: '40003',
    VatRegNo: 'LV40003000000',
    // Merit accepts 100 characters.
    Address: `Rīga${'a'.repeat(96)}`,
    NotTDCustomer: true,
    CountryCode: 'LV',
  });
});

test('the rounding is the cent by which the VAT of the rows differs from that of the document', () => {
  // 3 × 9.99: net 24.17, VAT 5.80; Merit: 1.93 + 1.93 + 1.93 = 5.79.
  const invoice = invoiceFor(sampleInvoice([{ grossCents: 999 }, { grossCents: 999 }, { grossCents: 999 }]));
  expect(invoice).toMatchObject({
    TotalAmount: 24.17,
    TaxAmount: [{ TaxId: id24, Amount: 5.79 }],
    RoundingAmount: 0.01,
  });
  expect(totalsOf(invoice).gross).toBe(29.97);
});

test('a credit note at 22 % has negative quantities and names its invoice', () => {
  const invoice = invoiceFor(sampleCreditNote([{ grossCents: 31_960, count: 4, vatPercent: 22 }]));
  expect(invoice).toMatchObject({
    InvoiceNo: '262000007',
    InvoiceRow: [{ Quantity: -4, Price: 65.4925, TaxId: id22 }],
    TaxAmount: [{ TaxId: id22, Amount: 57.63 }],
    TotalAmount: -261.97,
    RoundingAmount: 0,
    HComment: 'Krediteeritav arve nr 261000123, 2026-11-24',
  });
  expect(totalsOf(invoice).gross).toBe(-319.6);
});

test('a price reduction in a credit note and a deduction in an invoice have the quantity -1', () => {
  const [priceReduction] = invoiceFor(sampleCreditNote([{ grossCents: 2_000, count: 0, name: 'Nokian' }])).InvoiceRow;
  expect(priceReduction).toMatchObject({ Quantity: -1, Price: 16.13, Item: { Description: 'Nokian, hinnaalandus' } });
  const [, deduction] = invoiceFor(
    sampleInvoice([
      { grossCents: 31_960, count: 4 },
      { kind: 'deduction', grossCents: -10_000, count: -1, vatPercent: 22 },
    ]),
  ).InvoiceRow;
  expect(deduction).toMatchObject({
    Quantity: -1,
    Price: 81.97,
    TaxId: id22,
    Item: { Code: 'ETTEMAKS', Description: 'deduction R-2026-004711', Type: 2 },
  });
});

test('long names are cut to the lengths that Merit accepts', () => {
  const buyer = { kind: 'company', name: 'Õ'.repeat(200), regCode: null, vatNumber: null } as const;
  const { Customer, InvoiceRow } = invoiceFor(sampleInvoice([{ grossCents: 100, name: 'N'.repeat(120) }], { buyer }));
  expect([Customer.Name.length, InvoiceRow[0]?.Item.Description.length]).toEqual([150, 100]);
});

test('refuses a receipt, and a VAT rate for which Merit does not have exactly one tax', () => {
  expect(meritInvoice(sampleReceipt({ cents: 100, tender: 'cash' }), taxIdOf, messages)).toEqual({
    ok: false,
    reason: 'receipt',
  });
  const withRate9 = sampleInvoice([{ grossCents: 100 }, { grossCents: 100, vatPercent: 9 }]);
  expect(meritInvoice(withRate9, taxIdOf, messages)).toEqual({ ok: false, reason: 'tax', vatPercent: 9 });
  expect(taxIdsBy(meritTaxes)(24), 'two taxes of 24 %').toBeNull();
  expect(taxIdsBy(meritTaxes)(20)).toBe(id20);
  expect(taxIdsBy(meritTaxes, { 24: 'none' })(24), 'no tax with this code').toBeNull();
});

const line = fc.record({
  grossCents: fc.integer({ min: 0, max: 300_000 }),
  count: fc.integer({ min: 0, max: 40 }),
  vatPercent: fc.constantFrom(20, 22, 24),
});
const deduction = fc.record({
  kind: fc.constant('deduction' as const),
  grossCents: fc.integer({ min: -50_000, max: -1 }),
  count: fc.constant(-1),
  vatPercent: fc.constantFrom(22, 24),
});

test('the rows and the rounding of random documents add up to the total of the document', () => {
  const lines = fc.tuple(fc.array(line, { minLength: 1, maxLength: 12 }), fc.array(deduction, { maxLength: 2 }));
  fc.assert(
    fc.property(lines, fc.boolean(), ([bought, deducted], isCredit) => {
      const document = (isCredit ? sampleCreditNote : sampleInvoice)([...bought, ...deducted]);
      const invoice = invoiceFor(document);
      const { net, gross } = totalsOf(invoice);
      expect(Math.round(gross * 100)).toBe(isCredit ? 0 - document.grossCents : document.grossCents);
      expect(net).toBe(invoice.TotalAmount);
      // Half a cent for the VAT of each row. For each of three rates, half a cent for its net, and at most 24 % VAT of that.
      const maxRoundingCents = 0.5 * document.lines.length + 3 * 0.5 * 1.24;
      expect(Math.abs(invoice.RoundingAmount * 100)).toBeLessThanOrEqual(maxRoundingCents);
      // The fake Merit takes the sign of the VAT from the net sum, so it may refuse a net sum of 0 or of the other sign.
      const hasUsualSign = isCredit ? net < 0 : net > 0;
      const isRefused = 'status' in meritBooks().sendInvoice(invoice);
      if (hasUsualSign) expect(isRefused).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
