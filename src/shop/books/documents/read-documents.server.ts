import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import { centsFromText } from '../../money.ts';
import { escapeLike } from '../../order/find/search-orders.server.ts';
import type {
  Buyer,
  CreditReason,
  DocumentKind,
  DocumentLine,
  DocumentPayment,
  DocumentSummary,
  MoneyDocument,
  Seller,
} from './money-document.ts';
import { sumsByRate } from './vat-by-rate.ts';

export async function readDocument(db: Kysely<Tables>, number: string): Promise<MoneyDocument | null> {
  const [document] = await readDocuments(db, [number]);
  return document ?? null;
}

/** Returns documents in the order of their issue. */
export async function readDocuments(db: Kysely<Tables>, numbers: readonly string[]): Promise<MoneyDocument[]> {
  const rows = await db
    .selectFrom('money_documents as document')
    .leftJoin('money_documents as invoice', 'invoice.id', 'document.credits_id')
    .selectAll('document')
    .select(['invoice.number as invoiceNumber', 'invoice.issued_on as invoiceIssuedOn'])
    .where('document.number', '=', sql<string>`any(${numbers})`)
    .orderBy('document.id')
    .execute();
  const lines = await db
    .selectFrom('money_document_lines')
    .selectAll()
    .where('document_id', '=', sql<number>`any(${rows.map(({ id }) => id)})`)
    .orderBy('position')
    .execute();
  const linesByDocument = Map.groupBy(lines, (line) => line.document_id);
  return rows.map(({ invoiceNumber: number, invoiceIssuedOn: issuedOn, ...row }) => {
    const creditedInvoice = number !== null && issuedOn !== null ? { number, issuedOn } : null;
    return documentOf(row, (linesByDocument.get(row.id) ?? []).map(lineOf), creditedInvoice);
  });
}

function documentOf(
  row: Selectable<Tables['money_documents']>,
  lines: readonly DocumentLine[],
  creditedInvoice: MoneyDocument['creditedInvoice'],
): MoneyDocument {
  return {
    id: row.id,
    kind: row.kind,
    number: row.number,
    issuedOn: row.issued_on,
    suppliedOn: row.supplied_on,
    dueOn: row.due_on,
    locale: row.locale,
    orderNumber: row.order_number,
    reference: row.reference,
    branch: row.branch,
    // Only `issueDocument` writes the JSON columns, and nothing changes them, so they can be cast.
    seller: row.seller as Seller,
    buyer: row.buyer as Buyer,
    creditedInvoice,
    reason: row.reason as CreditReason | null,
    note: row.note,
    lines,
    taxes: sumsByRate(lines),
    netCents: row.net_cents,
    vatCents: row.vat_cents,
    grossCents: row.gross_cents,
    payments: row.payments as unknown as DocumentPayment[],
  };
}

function lineOf(row: Selectable<Tables['money_document_lines']>): DocumentLine {
  return {
    position: row.position,
    kind: row.kind,
    tireId: row.tire_id,
    name: row.name,
    count: row.count,
    vatPercent: Number(row.vat_percent),
    netCents: row.net_cents,
    vatCents: row.vat_cents,
    grossCents: row.gross_cents,
  };
}

/** Days are inclusive; a month is `2026-11`; absent: any. */
export type DocumentFilter = {
  kind?: DocumentKind | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
  month?: string | undefined;
  order?: string | undefined;
  /** A number of a document or order, a part of the buyer's name, or a sum in euros. */
  find?: string | undefined;
  /** How many of the newest documents to return; absent: all. */
  limitToNewest?: number | undefined;
  /** The number of a document: returns those issued before it. */
  before?: string | undefined;
};

/** Returns documents in the order of their issue; with `limitToNewest`, the latest first. */
export async function listDocuments(
  db: Kysely<Tables>,
  { kind, from, to, month, order, find, limitToNewest, before }: DocumentFilter,
): Promise<DocumentSummary[]> {
  let query = db
    .selectFrom('money_documents as document')
    .leftJoin('money_documents as invoice', 'invoice.id', 'document.credits_id')
    .select([
      'document.number',
      'document.kind',
      'document.issued_on as issuedOn',
      'document.order_number as orderNumber',
    ])
    .select(['document.net_cents as netCents', 'document.vat_cents as vatCents', 'document.gross_cents as grossCents'])
    .select(['document.buyer', 'invoice.number as credits'])
    .orderBy('document.id', limitToNewest === undefined ? 'asc' : 'desc');
  if (kind !== undefined) query = query.where('document.kind', '=', kind);
  if (from !== undefined) query = query.where('document.issued_on', '>=', from);
  if (to !== undefined) query = query.where('document.issued_on', '<=', to);
  if (order !== undefined) query = query.where('document.order_number', '=', order);
  if (month !== undefined) {
    const firstDay = `${month}-01`;
    query = query
      .where('document.issued_on', '>=', firstDay)
      .where('document.issued_on', '<', sql<Day>`${firstDay}::date + interval '1 month'`);
  }
  if (before !== undefined)
    query = query.where('document.id', '<', ({ selectFrom }) =>
      selectFrom('money_documents as later').select('later.id').where('later.number', '=', before),
    );
  if (find) query = query.where(({ or }) => or(searchConditions(find)));
  if (limitToNewest !== undefined) query = query.limit(limitToNewest);
  const rows = await query.execute();
  return rows.map(({ buyer, ...row }) => ({ ...row, buyer: buyer.name ?? '' }));
}

function searchConditions(text: string) {
  const compact = text.replaceAll(/\s/g, '');
  const cents = centsFromText(compact);
  return [
    sql<boolean>`document.number like ${`${escapeLike(compact)}%`}`,
    sql<boolean>`document.order_number = ${compact.toUpperCase()}`,
    sql<boolean>`document.buyer->>'name' ilike ${`%${escapeLike(text.trim())}%`}`,
    ...(cents === null ? [] : [sql<boolean>`document.gross_cents = ${cents}`]),
  ];
}
