import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import { csvText } from '../../csv-for-spreadsheets.ts';
import { toEuros } from '../../money.ts';
import { settledAmountsOf } from '../documents/amounts.ts';
import type { DocumentLine, MoneyDocument } from '../documents/money-document.ts';
import { readDocuments } from '../documents/read-documents.server.ts';
import { countryOf, euVatNumber } from '../xml/party.ts';
import { readPayouts } from './clearing.server.ts';
import type { MoneyMove } from './money-move.ts';
import { isOfBranch, type MonthFilter, readMoneyMoves } from './money-moves.server.ts';
import { readFees } from './provider-fees.server.ts';

type Cell = string | number;

/** `vatMonth`: the first day of the month to which the line's VAT belongs. Credit notes are negative in the CSV. */
type ExportedLine = { document: MoneyDocument; line: DocumentLine; vatMonth: Day };

const documentColumns: Record<string, (row: ExportedLine) => Cell> = {
  doc_type: ({ document }) => document.kind,
  doc_no: ({ document }) => document.number,
  credits_doc_no: ({ document }) => document.creditedInvoice?.number ?? '',
  issue_date: ({ document }) => document.issuedOn,
  supply_date: ({ document }) => document.suppliedOn,
  due_date: ({ document }) => document.dueOn ?? '',
  buyer_type: ({ document }) => document.buyer.kind,
  buyer_name: ({ document }) => document.buyer.name,
  buyer_reg_code: ({ document }) => document.buyer.regCode ?? '',
  buyer_vat_no: ({ document }) => document.buyer.vatNumber ?? '',
  buyer_address: ({ document }) => document.buyer.address ?? '',
  country: ({ document }) => countryOf(euVatNumber(document.buyer.vatNumber)),
  branch: ({ document }) => document.branch.id,
  order_no: ({ document }) => document.orderNumber,
  ref_no: ({ document }) => document.reference,
  line_no: ({ line }) => line.position,
  sku: ({ line }) => line.tireId ?? '',
  description: ({ line }) => (line.kind === 'tires' ? line.name : `${line.kind} ${line.name}`.trim()),
  qty: (row) => signOf(row) * row.line.count,
  unit: ({ line }) => (line.kind === 'tires' ? 'pcs' : ''),
  unit_price_net: ({ line }) => (isPriceReduction(line) ? '' : Number((line.netCents / line.count / 100).toFixed(6))),
  line_net: (row) => signOf(row) * toEuros(row.line.netCents),
  vat_rate: ({ line }) => line.vatPercent,
  doc_net: (row) => signOf(row) * toEuros(row.document.netCents),
  doc_vat: (row) => signOf(row) * toEuros(row.document.vatCents),
  doc_gross: (row) => signOf(row) * toEuros(row.document.grossCents),
  rounding: ({ document }) => toEuros(settledAmountsOf(document).roundingCents),
  currency: () => 'EUR',
  note: ({ document, vatMonth }) => {
    const monthOfSupply = document.suppliedOn.slice(0, 7);
    const monthOfVat = vatMonth.slice(0, 7);
    return monthOfVat > monthOfSupply ? `VAT in ${monthOfVat}: ${monthOfSupply} was closed` : '';
  },
};

function isPriceReduction({ count }: DocumentLine): boolean {
  return count === 0;
}

function signOf({ document }: ExportedLine): 1 | -1 {
  return document.kind === 'credit-note' ? -1 : 1;
}

/** `payout`: the provider paid money out to the bank. `fee`: it kept a fee. */
type ExportedMove = Omit<MoneyMove, 'direction'> & { direction: MoneyMove['direction'] | 'payout' | 'fee' };

const paymentColumns: Record<string, (move: ExportedMove) => Cell> = {
  payment_id: ({ id }) => id,
  date: ({ day }) => day,
  direction: ({ direction }) => direction,
  method: ({ tender, method }) => tender ?? method,
  provider: ({ provider }) => provider,
  provider_ref: ({ providerRef }) => providerRef,
  doc_no: ({ documentNumber }) => documentNumber ?? '',
  order_no: ({ orderNumber }) => orderNumber,
  ref_no: ({ reference }) => reference,
  amount: ({ cents }) => toEuros(cents),
  currency: () => 'EUR',
  branch: ({ branch }) => branch,
  rounding: ({ roundingCents }) => toEuros(roundingCents),
  note: ({ day, month }) => {
    const monthOfDay = day.slice(0, 7);
    const isBookedLater = monthOfDay < month.slice(0, 7);
    return isBookedLater ? `${monthOfDay} was closed` : '';
  },
};

/** Returns a row for each line of an invoice or credit note. Money of receipts is in `paymentsCsv`. */
export async function documentsCsv(db: Kysely<Tables>, filter: MonthFilter): Promise<string> {
  const { month } = filter;
  const { rows } = await sql<{ number: string; vatMonth: Day }>`
    select number, book_month(supplied_on, 'document', id) as "vatMonth" from money_documents
    where kind <> 'receipt' and date_trunc('month', issued_on::timestamp) = ${month}::date
      and ${isOfBranch(filter, sql`branch->>'id'`)}`.execute(db);
  const vatMonths = new Map(rows.map(({ number, vatMonth }) => [number, vatMonth]));
  const documents = await readDocuments(db, [...vatMonths.keys()]);
  const lines = documents.flatMap((document): ExportedLine[] => {
    const vatMonth = vatMonths.get(document.number) ?? month;
    return document.lines.map((line) => ({ document, line, vatMonth }));
  });
  return csvOf(documentColumns, lines);
}

/** Returns a row for each movement of money; without a branch, also for payouts and fees of providers. */
export async function paymentsCsv(db: Kysely<Tables>, filter: MonthFilter): Promise<string> {
  const ofProviders = filter.branch === undefined ? await providerMoves(db, filter.month) : [];
  return csvOf(paymentColumns, [...(await readMoneyMoves(db, filter)), ...ofProviders]);
}

async function providerMoves(db: Kysely<Tables>, month: Day): Promise<ExportedMove[]> {
  const noOrder = { tender: null, branch: '', orderNumber: '', reference: '', documentNumber: null, roundingCents: 0 };
  const payouts = (await readPayouts(db, month)).map(({ id, bankId, ...payout }) => {
    return { ...payout, id: `bank-${id}`, direction: 'payout', providerRef: bankId } as const;
  });
  const fees = (await readFees(db, month)).map(({ id, reference, ...fee }) => {
    return { ...fee, id: `fee-${id}`, month, direction: 'fee', providerRef: reference } as const;
  });
  return [...payouts, ...fees].map((move) => ({ ...noOrder, ...move, method: move.provider }));
}

function csvOf<Row>(columns: Record<string, (row: Row) => Cell>, rows: readonly Row[]): Promise<string> {
  return csvText([Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)))]);
}
