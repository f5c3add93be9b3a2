import { amountText, type Cents } from '../../money.ts';
import { settledAmountsOf } from '../documents/amounts.ts';
import type { DocumentLine, DocumentPayment, DocumentTax, MoneyDocument } from '../documents/money-document.ts';
import { countryOf, estonianCompanyCode, euVatNumber, postalAddress } from './party.ts';
import { type UblElement, xmlDocument } from './xml.ts';

/** `missingName`: replaces a missing name. `reason`, `refundTerms` (how it is repaid): of credit notes, else null. */
export type UblMessages = {
  missingName: string;
  reason: string | null;
  refundTerms: string | null;
  nameOf: (line: DocumentLine) => string;
};

export type VatDocument = MoneyDocument & { kind: 'invoice' | 'credit-note' };

export function isVatDocument(document: MoneyDocument): document is VatDocument {
  return document.kind !== 'receipt';
}

const namespace = 'urn:oasis:names:specification:ubl:schema:xsd';
const currency = { currencyID: 'EUR' };
const unitCodes = { piece: 'H87', one: 'C62' };

/** Returns the document as UBL 2.1 by EN 16931: an invoice (380), or a credit note (381) that names its invoice. */
export function ublXml(document: VatDocument, messages: UblMessages): string {
  const root = document.kind === 'invoice' ? 'Invoice' : 'CreditNote';
  const content = [
    ...headOf(document, messages),
    ['cac:AccountingSupplierParty', [sellerParty(document)]],
    ['cac:AccountingCustomerParty', [buyerParty(document, messages)]],
    ...(document.kind === 'invoice' ? paymentMeans(document) : []),
    ['cac:PaymentTerms', [['cbc:Note', messages.refundTerms]]],
    taxTotal(document),
    monetaryTotal(document),
    ...document.lines.map((line) => lineOf(document, line, messages.nameOf(line))),
  ] as const;
  return xmlDocument([
    root,
    content,
    {
      xmlns: `${namespace}:${root}-2`,
      'xmlns:cac': `${namespace}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${namespace}:CommonBasicComponents-2`,
    },
  ]);
}

/** The UBL schemas set the order of the elements, which differs between invoices and credit notes. */
function headOf(document: VatDocument, { reason }: UblMessages): readonly UblElement[] {
  const { kind, number, issuedOn, suppliedOn, dueOn, orderNumber, creditedInvoice } = document;
  // A credit note has no tax point: its VAT belongs to the month of its issue (KMS § 29 lg 7).
  const elementsOfKind: UblElement[] =
    kind === 'invoice'
      ? [
          ['cbc:DueDate', dueOn],
          ['cbc:InvoiceTypeCode', '380'],
          ['cbc:TaxPointDate', suppliedOn],
        ]
      : [
          ['cbc:CreditNoteTypeCode', '381'],
          ['cbc:Note', reason],
        ];
  return [
    ['cbc:CustomizationID', 'urn:cen.eu:en16931:2017'],
    ['cbc:ID', number],
    ['cbc:IssueDate', issuedOn],
    ...elementsOfKind,
    ['cbc:DocumentCurrencyCode', 'EUR'],
    ['cac:OrderReference', [['cbc:ID', orderNumber]]],
    // Elements without content are left out, so an invoice has no BillingReference.
    [
      'cac:BillingReference',
      [
        [
          'cac:InvoiceDocumentReference',
          [
            ['cbc:ID', creditedInvoice?.number ?? null],
            ['cbc:IssueDate', creditedInvoice?.issuedOn ?? null],
          ],
        ],
      ],
    ],
  ];
}

function sellerParty({ seller }: VatDocument): UblElement {
  return [
    'cac:Party',
    [
      estonianCompanyCode('cbc:EndpointID', seller.regCode),
      postalAddress(seller.address, 'EE'),
      vatScheme(seller.vatNumber),
      [
        'cac:PartyLegalEntity',
        [['cbc:RegistrationName', seller.name], estonianCompanyCode('cbc:CompanyID', seller.regCode)],
      ],
      [
        'cac:Contact',
        [
          ['cbc:Telephone', seller.phone],
          ['cbc:ElectronicMail', seller.email],
        ],
      ],
    ],
  ];
}

function buyerParty({ buyer }: VatDocument, { missingName }: UblMessages): UblElement {
  const { regCode } = buyer;
  const vatNumber = euVatNumber(buyer.vatNumber);
  return [
    'cac:Party',
    [
      regCode ? estonianCompanyCode('cbc:EndpointID', regCode) : null,
      postalAddress(buyer.address ?? null, countryOf(vatNumber)),
      vatNumber ? vatScheme(vatNumber) : null,
      [
        'cac:PartyLegalEntity',
        [
          ['cbc:RegistrationName', buyer.name.trim() || missingName],
          regCode ? (estonianCompanyCode('cbc:CompanyID', regCode) ?? ['cbc:CompanyID', regCode]) : null,
        ],
      ],
    ],
  ];
}

function vatScheme(vatNumber: string): UblElement {
  return ['cac:PartyTaxScheme', [['cbc:CompanyID', vatNumber], vat]];
}

const vat: UblElement = ['cac:TaxScheme', [['cbc:ID', 'VAT']]];

/** UNCL4461: 10 cash, 30 credit transfer, 48 bank card, 68 online, whose `method` is `provider:method`. */
function paymentMeansCode({ tender, method }: DocumentPayment): string {
  if (tender === 'cash') return '10';
  if (tender === 'card') return '48';
  const isOnline = method.includes(':');
  return isOnline ? '68' : '30';
}

function paymentMeans({ payments, seller, reference }: VatDocument): readonly UblElement[] {
  const codes = new Set(payments.map(paymentMeansCode));
  if (payments.length === 0) codes.add('30');
  // A credit transfer needs an account (BR-61).
  if (!seller.iban) codes.delete('30');
  return [...codes].map((code) => [
    'cac:PaymentMeans',
    [
      ['cbc:PaymentMeansCode', code],
      ['cbc:PaymentID', code === '30' ? reference : null],
      ['cac:PayeeFinancialAccount', [['cbc:ID', code === '30' ? seller.iban : null]]],
    ],
  ]);
}

function taxTotal({ vatCents, taxes }: VatDocument): UblElement {
  return ['cac:TaxTotal', [amount('cbc:TaxAmount', vatCents), ...taxes.map(taxSubtotal)]];
}

function taxSubtotal({ vatPercent, netCents, vatCents }: DocumentTax): UblElement {
  return [
    'cac:TaxSubtotal',
    [
      amount('cbc:TaxableAmount', netCents),
      amount('cbc:TaxAmount', vatCents),
      taxCategory('cac:TaxCategory', vatPercent),
    ],
  ];
}

/** S: the standard rate, which tires and their fitting have. */
function taxCategory(name: string, vatPercent: number): UblElement {
  return [name, [['cbc:ID', 'S'], ['cbc:Percent', `${vatPercent}`], vat]];
}

function monetaryTotal(document: VatDocument): UblElement {
  const { netCents, grossCents } = document;
  const { paidCents, roundingCents, payableCents } = settledAmountsOf(document);
  // PayableAmount = TaxInclusiveAmount - PrepaidAmount + PayableRoundingAmount (BR-CO-16): PrepaidAmount includes rounding.
  const receivedCents = paidCents + roundingCents;
  return [
    'cac:LegalMonetaryTotal',
    [
      amount('cbc:LineExtensionAmount', netCents),
      amount('cbc:TaxExclusiveAmount', netCents),
      amount('cbc:TaxInclusiveAmount', grossCents),
      receivedCents === 0 ? null : amount('cbc:PrepaidAmount', receivedCents),
      roundingCents === 0 ? null : amount('cbc:PayableRoundingAmount', roundingCents),
      amount('cbc:PayableAmount', payableCents),
    ],
  ];
}

/** BR-27 forbids negative prices, so deductions have a negative quantity. `count` 0 (a line that only lowers a price) becomes 1 or -1. */
function lineOf({ kind }: VatDocument, line: DocumentLine, name: string): UblElement {
  const { position, tireId, vatPercent, netCents } = line;
  const [element, quantity] =
    kind === 'invoice' ? ['cac:InvoiceLine', 'cbc:InvoicedQuantity'] : ['cac:CreditNoteLine', 'cbc:CreditedQuantity'];
  const signedCount = line.count || Math.sign(netCents) || 1;
  return [
    element,
    [
      ['cbc:ID', `${position}`],
      [quantity, `${signedCount}`, { unitCode: line.kind === 'tires' ? unitCodes.piece : unitCodes.one }],
      amount('cbc:LineExtensionAmount', netCents),
      [
        'cac:Item',
        [
          ['cbc:Name', name],
          ['cac:SellersItemIdentification', [['cbc:ID', tireId]]],
          taxCategory('cac:ClassifiedTaxCategory', vatPercent),
        ],
      ],
      ['cac:Price', [['cbc:PriceAmount', unitPrice(netCents, signedCount), currency]]],
    ],
  ];
}

/** Returns euros with two to six decimals: quantity times price, rounded to cents, is the amount of the line. */
function unitPrice(netCents: Cents, signedCount: number): string {
  const millionths = Math.round((netCents * 10_000) / signedCount);
  const sixDecimals = (millionths / 1e6).toFixed(6);
  return sixDecimals.replace(/0{1,4}$/, '');
}

function amount(name: string, cents: Cents): UblElement {
  return [name, amountText(cents, '.'), currency];
}
