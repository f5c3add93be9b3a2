import type { Day } from '../../calendar.ts';
import { type Cents, toEuros } from '../../money.ts';
import type { Buyer, DocumentLine, MoneyDocument } from '../documents/money-document.ts';
import { countryOf, euVatNumber } from '../xml/party.ts';

/** In the books' language. `person`: the name of the one customer that stands for all private persons. `creditedInvoice`: comment of a credit note. */
export type MeritMessages = {
  person: string;
  line: (line: DocumentLine, document: MoneyDocument) => string;
  creditedInvoice: (invoice: { number: string; issuedOn: Day }) => string;
};

/** Returns the id of Merit's tax for a VAT rate in percent; null: Merit has none, or more than one. */
export type TaxIdOf = (vatPercent: number) => string | null;

export type MeritTax = { id: string; code: string; percent: number };

/** `codes`: tax codes by rate, needed if Merit has several taxes of a rate, such as for imports and reverse charge. */
export function taxIdsBy(taxes: readonly MeritTax[], codes: Readonly<Record<string, string>> = {}): TaxIdOf {
  return (vatPercent) => {
    const code = codes[vatPercent];
    const matching = taxes.filter((tax) => tax.percent === vatPercent && (code === undefined || tax.code === code));
    const [only, ...others] = matching;
    return only && others.length === 0 ? only.id : null;
  };
}

export type MeritCustomer = {
  Name: string;
  RegNo?: string;
  VatRegNo?: string;
  Address?: string;
  /** True for persons and foreign companies, which the form KMD INF does not list. */
  NotTDCustomer: boolean;
  CountryCode: string;
};

export type MeritRow = {
  Item: { Code: string; Description: string; Type: 2 | 3 };
  Quantity: number;
  /** Of one piece; positive also in credit notes. */
  Price: number;
  TaxId: string;
};

/** The body of `sendinvoice`. Amounts are euros; unless noted, they have the sign of the document. */
export type MeritInvoice = {
  Customer: MeritCustomer;
  DocDate: string;
  TransactionDate: string;
  DueDate: string;
  InvoiceNo: string;
  RefNo: string;
  CurrencyCode: 'EUR';
  InvoiceRow: MeritRow[];
  /** Positive also in credit notes, as in the manual's example. */
  TaxAmount: { TaxId: string; Amount: number }[];
  RoundingAmount: number;
  /** Without VAT. */
  TotalAmount: number;
  HComment?: string;
};

export type InvoiceRefusal = { ok: false; reason: 'receipt' } | { ok: false; reason: 'tax'; vatPercent: number };

/** Merit's items (type 2: service, 3: no stock records). All tires share one. The accountant sets their accounts. */
const itemOf = {
  tires: { Code: 'REHVID', Type: 3 },
  prepayment: { Code: 'ETTEMAKS', Type: 2 },
  deduction: { Code: 'ETTEMAKS', Type: 2 },
} as const satisfies Record<DocumentLine['kind'], { Code: string; Type: 2 | 3 }>;

const maxNameLength = 150;
const maxAddressLength = 100;
const maxDescriptionLength = 100;

/** Merit rounds net and VAT of each row, then adds them up; the shop calculates VAT once for each rate. `RoundingAmount` is the difference, so that the totals
 * agree. A credit note is an invoice with negative quantities. Sources: "How is VAT calculated in sales invoices", https://api.merit.ee/category/en/, and
 * https://api.merit.ee/connecting-robots/reference-manual/sales-invoices/create-sales-invoice and …/create-credit-invoice */
export function meritInvoice(
  document: MoneyDocument,
  taxIdOf: TaxIdOf,
  messages: MeritMessages,
): { ok: true; value: MeritInvoice } | InvoiceRefusal {
  if (document.kind === 'receipt') return { ok: false, reason: 'receipt' };
  const sign = document.kind === 'credit-note' ? -1 : 1;
  // 0 - cents, because -1 * 0 is -0.
  const signed = (cents: Cents) => toEuros(sign === 1 ? cents : 0 - cents);
  const rows: MeritRow[] = [];
  const vatByTax = new Map<string, Cents>();
  for (const line of document.lines) {
    const taxId = taxIdOf(line.vatPercent);
    if (taxId === null) return { ok: false, reason: 'tax', vatPercent: line.vatPercent };
    rows.push(rowOf(line, sign, taxId, messages.line(line, document)));
    vatByTax.set(taxId, (vatByTax.get(taxId) ?? 0) + rowVat(line));
  }
  const vatCents = [...vatByTax.values()].reduce((sum, cents) => sum + cents, 0);
  const value: MeritInvoice = {
    Customer: meritCustomer(document.buyer, messages),
    DocDate: dateTime(document.issuedOn),
    TransactionDate: dateTime(document.suppliedOn),
    DueDate: dateTime(document.dueOn ?? document.issuedOn),
    InvoiceNo: document.number,
    RefNo: document.reference,
    CurrencyCode: 'EUR',
    InvoiceRow: rows,
    TaxAmount: [...vatByTax].map(([TaxId, cents]) => ({ TaxId, Amount: toEuros(cents) })),
    RoundingAmount: signed(document.grossCents - document.netCents - vatCents),
    TotalAmount: signed(document.netCents),
  };
  const { creditedInvoice } = document;
  return {
    ok: true,
    value: creditedInvoice ? { ...value, HComment: messages.creditedInvoice(creditedInvoice) } : value,
  };
}

/** Returns the customer. Merit would merge persons of the same name, so all private persons are one customer. */
export function meritCustomer(
  { kind, name, regCode, vatNumber, address }: Buyer,
  messages: Pick<MeritMessages, 'person'>,
) {
  if (kind === 'person')
    return { Name: messages.person, NotTDCustomer: true, CountryCode: 'EE' } satisfies MeritCustomer;
  const euNumber = euVatNumber(vatNumber);
  const country = countryOf(euNumber);
  return {
    Name: name.trim().slice(0, maxNameLength),
    ...(regCode?.trim() ? { RegNo: regCode.trim() } : {}),
    ...(euNumber ? { VatRegNo: euNumber } : {}),
    ...(address ? { Address: address.slice(0, maxAddressLength) } : {}),
    NotTDCustomer: country !== 'EE',
    CountryCode: country,
  } satisfies MeritCustomer;
}

/** The price has seven decimals, as many as Merit accepts: count times price, rounded to cents, is the net. */
function rowOf(line: DocumentLine, sign: 1 | -1, TaxId: string, name: string): MeritRow {
  const isPriceReduction = line.count === 0;
  const count = isPriceReduction ? 1 : line.count;
  return {
    Item: { ...itemOf[line.kind], Description: name.slice(0, maxDescriptionLength) },
    Quantity: sign * count,
    Price: Number((line.netCents / count / 100).toFixed(7)),
    TaxId,
  };
}

/** Merit rounds halves away from zero. */
function rowVat({ netCents, vatPercent }: DocumentLine): Cents {
  return Math.sign(netCents) * Math.round(Math.abs(netCents * vatPercent) / 100);
}

/** Format `yyyyMMddHHmmss`: https://api.merit.ee/connecting-robots/reference-manual/representation-formats */
function dateTime(day: Day): string {
  return `${day.replaceAll('-', '')}000000`;
}
