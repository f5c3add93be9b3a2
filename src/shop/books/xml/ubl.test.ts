import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  sampleCompany,
  sampleCreditNote,
  sampleInvoice,
  sampleReceipt,
} from '../../../../test/support/books/sample-documents.ts';
import { brokenRules } from '../../../../test/support/en16931/rules.ts';
import type { MoneyDocument } from '../documents/money-document.ts';
import { isVatDocument, ublXml } from './ubl.ts';

const fourTires = { count: 4, grossCents: 39_996 };

const deduction = {
  kind: 'deduction' as const,
  tireId: null,
  name: 'Ettemaks, arve 261000100',
  count: -1,
  grossCents: -10_000,
};

function xmlOf(document: MoneyDocument): string {
  if (!isVatDocument(document)) throw new Error('a receipt');
  const isCredit = document.kind === 'credit-note';
  return ublXml(document, {
    missingName: 'Eraisik',
    reason: isCredit ? 'Kaup tagastati' : null,
    refundTerms: isCredit ? 'Summa makstakse tagasi.' : null,
    nameOf: ({ name }) => name,
  });
}

const cash = (cents: number, roundingCents: number) => ({
  dueOn: null,
  payments: [{ paidOn: '2026-11-24', cents, method: 'pay_at_branch', tender: 'cash' as const, roundingCents }],
});

const online = (method: string, cents: number) => ({
  dueOn: null,
  payments: [{ paidOn: '2026-11-24', cents, method, tender: null, roundingCents: 0 }],
});

const documents: [string, MoneyDocument][] = [
  ['an unpaid invoice', sampleInvoice([fourTires])],
  [
    'an invoice of 3 × 9.99 in three lines',
    sampleInvoice([{ grossCents: 999 }, { grossCents: 999 }, { grossCents: 999 }]),
  ],
  ['an invoice of 3 × 9.99 in one line', sampleInvoice([{ count: 3, grossCents: 2997 }])],
  ['an invoice that was paid online', sampleInvoice([fourTires], online('stripe:card', 39_996))],
  ['an invoice that was paid by transfer', sampleInvoice([fourTires], online('bank_transfer', 39_996))],
  ['an invoice that was paid in cash, rounded down', sampleInvoice([{ grossCents: 3076 }], cash(3076, -1))],
  ['an invoice that was paid in cash, rounded up', sampleInvoice([{ grossCents: 3078 }], cash(3078, 2))],
  [
    'an invoice that was paid in part',
    sampleInvoice([fourTires], { ...online('bank_transfer', 10_000), dueOn: '2026-12-08' }),
  ],
  ['an invoice of nothing', sampleInvoice([{ grossCents: 0 }], { dueOn: null })],
  ['an invoice of a prepayment', sampleInvoice([{ ...deduction, kind: 'prepayment', count: 1, grossCents: 10_000 }])],
  ['an invoice with a deducted prepayment', sampleInvoice([fourTires, deduction])],
  [
    'an invoice with a deducted prepayment at another rate',
    sampleInvoice([fourTires, { ...deduction, vatPercent: 22 }]),
  ],
  [
    'an invoice of a seller without a bank account',
    sampleInvoice([fourTires], { seller: { ...sampleInvoice([]).seller, iban: null } }),
  ],
  [
    'an invoice to a buyer without a name',
    sampleInvoice([fourTires], { buyer: sampleReceipt({ cents: 1, tender: 'cash' }).buyer }),
  ],
  ['a credit note', sampleCreditNote([{ count: 2, grossCents: 19_998 }])],
  ['a credit note at the old rate', sampleCreditNote([{ ...fourTires, vatPercent: 22 }])],
  [
    'a credit note of a price reduction',
    sampleCreditNote([{ count: 0, grossCents: 1500 }], { reason: 'price-reduction' }),
  ],
  [
    'a credit note of a part of a deduction',
    sampleCreditNote([fourTires, { ...deduction, count: 0, grossCents: -500 }]),
  ],
  ['a credit note of a final invoice', sampleCreditNote([fourTires, deduction])],
];

test.each(documents)('writes %s by the rules of EN 16931', (_, document) => {
  expect(brokenRules(xmlOf(document))).toEqual([]);
});

const amountIn = (xml: string, name: string) => new RegExp(`<cbc:${name}[^>]*>([^<]*)<`).exec(xml)?.[1];

test('writes the VAT that the gross sum contains', () => {
  const xml = xmlOf(sampleInvoice([{ grossCents: 10_000 }]));
  expect([amountIn(xml, 'TaxExclusiveAmount'), amountIn(xml, 'TaxAmount')]).toEqual(['80.65', '19.35']);
});

test.each([
  [3076, -1, ['30.75', '-0.01', '0.00']],
  [3078, 2, ['30.80', '0.02', '0.00']],
  [2, -2, [undefined, '-0.02', '0.00']],
])('writes cash of %d cents, rounded by %d', (cents, roundingCents, amounts) => {
  const xml = xmlOf(sampleInvoice([{ grossCents: cents }], cash(cents, roundingCents)));
  expect(['PrepaidAmount', 'PayableRoundingAmount', 'PayableAmount'].map((name) => amountIn(xml, name))).toEqual(
    amounts,
  );
});

test('writes a deduction with a negative quantity, and a price reduction with the quantity 1', () => {
  const withDeduction = xmlOf(sampleInvoice([fourTires, deduction]));
  expect(withDeduction).toContain('<cbc:InvoicedQuantity unitCode="C62">-1<');
  expect(withDeduction).toContain('<cbc:PriceAmount currencyID="EUR">80.65<');
  const priceReduction = xmlOf(sampleCreditNote([{ count: 0, grossCents: 1500 }]));
  expect(priceReduction).toContain('<cbc:CreditedQuantity unitCode="H87">1<');
  expect(priceReduction).toContain('<cbc:PriceAmount currencyID="EUR">12.10<');
});

test('writes a credit note with its invoice and reason, and without a tax point date', () => {
  const xml = xmlOf(sampleCreditNote([fourTires]));
  expect(xml.replace(/\s+/g, '')).toContain(
    '<cac:InvoiceDocumentReference><cbc:ID>261000123</cbc:ID><cbc:IssueDate>2026-11-24</cbc:IssueDate>',
  );
  expect(xml).toContain('<cbc:Note>Kaup tagastati</cbc:Note>');
  // The VAT of a credit note belongs to the month of issue, that of an invoice to the day of supply.
  expect(xml).not.toContain('TaxPointDate');
  expect(xmlOf(sampleInvoice([fourTires]))).toContain('<cbc:TaxPointDate>2026-11-23<');
});

test('escapes names, and drops characters that XML does not allow', () => {
  const name = 'Õ & <b> "š" ž Шины 😀\u0000\u0008\uFFFE\uD800 \u{10FFFF}]]>';
  const xml = xmlOf(sampleInvoice([{ ...fourTires, name }]));
  expect(xml).toContain('<cbc:Name>Õ &amp; &lt;b&gt; &quot;š&quot; ž Шины 😀 \u{10FFFF}]]&gt;</cbc:Name>');
  expect(brokenRules(xml)).toEqual([]);
});

test.each([
  ['87654321', 'EE100932557', 'EE', ['<cbc:EndpointID schemeID="0191">87654321<', '<cbc:CompanyID>EE100932557<']],
  ['40003000642', 'LV 40003000642', 'LV', ['<cbc:CompanyID>40003000642<', '<cbc:CompanyID>LV40003000642<']],
  ['123456789', 'el123456789', 'GR', ['<cbc:CompanyID>EL123456789<']],
  ['87654321', '987654321', 'EE', ['<cbc:CompanyID schemeID="0191">87654321<']],
])('writes a company with the codes %s and %s as a company of %s', (regCode, vatNumber, country, expected) => {
  const xml = xmlOf(sampleInvoice([fourTires], { buyer: { kind: 'company', name: 'Ostja', regCode, vatNumber } }));
  const buyer = /<cac:AccountingCustomerParty>[\s\S]*<\/cac:AccountingCustomerParty>/.exec(xml)?.[0];
  for (const text of [...expected, `<cbc:IdentificationCode>${country}<`]) expect(buyer).toContain(text);
  expect(brokenRules(xml)).toEqual([]);
});

test.each([
  ['Tehase 12, 50107 Tartu', ['StreetName>Tehase 12<', 'CityName>Tartu<', 'PostalZone>50107<']],
  ['Rīga, Brīvības 1', ['StreetName>Rīga, Brīvības 1<']],
])('writes the address %s of a company', (address, expected) => {
  const xml = xmlOf(sampleInvoice([fourTires], { buyer: { ...sampleCompany, address } }));
  const buyer = /<cac:AccountingCustomerParty>[\s\S]*<\/cac:AccountingCustomerParty>/.exec(xml)?.[0];
  for (const text of expected) expect(buyer).toContain(text);
  expect(brokenRules(xml)).toEqual([]);
});

const notBlank = fc.string({ minLength: 1, unit: 'binary' }).map((text) => `x${text}`);

const basketLine = fc.record({
  count: fc.integer({ min: 1, max: 40 }),
  grossCents: fc.integer({ min: 0, max: 5_000_000 }),
  vatPercent: fc.constantFrom(24, 22),
  name: notBlank,
});

test('invoices and credit notes of random baskets satisfy the rules of EN 16931', () => {
  fc.assert(
    fc.property(fc.array(basketLine, { minLength: 1, maxLength: 6 }), (lines) => {
      expect(brokenRules(xmlOf(sampleInvoice(lines)))).toEqual([]);
      expect(brokenRules(xmlOf(sampleCreditNote(lines)))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

describe('the checker of the rules, given a broken document', () => {
  const invoice = xmlOf(sampleInvoice([fourTires, deduction], cash(29_996, -1)));
  const creditNote = xmlOf(sampleCreditNote([fourTires]));
  const without = (element: string) => new RegExp(`<${element}[ >][\\s\\S]*?</${element}>\\n`);

  test.each([
    ['SHOP-01', creditNote, without('cac:BillingReference'), ''],
    ['SHOP-02', creditNote, without('cbc:Note'), ''],
    ['BR-CL-01', creditNote, '>381<', '>380<'],
    ['BR-02', invoice, without('cbc:ID'), ''],
    ['BR-CL-04', invoice, '>EUR<', '>EEK<'],
    ['BR-16', invoice, /<cac:InvoiceLine>[\s\S]*<\/cac:InvoiceLine>\n/, ''],
    ['BR-11', invoice, /(<cac:AccountingCustomerParty>[\s\S]*)<cac:Country>[\s\S]*?<\/cac:Country>/, '$1'],
    ['BR-62', invoice, ' schemeID="0191"', ''],
    ['SHOP-03', invoice, 'schemeID="0191"', 'schemeID="0088"'],
    ['BR-S-02', invoice, without('cac:PartyTaxScheme'), ''],
    ['BR-CO-10', invoice, /(?<=<cbc:LineExtensionAmount[^>]*>)322.55/, '322.54'],
    ['BR-CO-15', invoice, /(?<=<cbc:TaxInclusiveAmount[^>]*>)/, '1'],
    ['BR-CO-16', invoice, without('cbc:PayableRoundingAmount'), ''],
    ['BR-S-08', invoice, /(?<=<cbc:TaxableAmount[^>]*>)241/, '242'],
    ['BR-S-09', invoice, /(?<=TaxSubtotal>[\s\S]*?<cbc:TaxAmount[^>]*>)58/, '59'],
    ['BR-27', invoice, /(?<=<cbc:PriceAmount[^>]*>)80.65/, '-80.65'],
    ['SHOP-05 2', invoice, /(?<=<cbc:PriceAmount[^>]*>)80.65/, '80.66'], // In line 2.
    ['BR-DEC-18', invoice, /(?<=<cbc:PayableAmount[^>]*>0.00)/, '0'],
    ['UBL-ORDER', invoice, /(<cbc:IssueDate>.*\n)\s*(<cbc:DueDate>.*\n)?(\s*<cbc:InvoiceTypeCode>.*\n)/, '$3$1'],
  ])('reports %s', (rule, xml, pattern, replacement) => {
    const broken = xml.replace(pattern, replacement);
    expect(broken).not.toBe(xml);
    expect(brokenRules(broken)).toContain(rule);
  });
});
