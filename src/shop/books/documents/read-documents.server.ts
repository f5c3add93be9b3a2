import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import type { Cents } from '../../money.ts';
import type {
  Buyer,
  CreditReason,
  DocumentKind,
  DocumentLine,
  DocumentPayment,
  MoneyDocument,
  Seller,
} from './money-document.ts';
import { sumsByRate } from './vat-by-rate.ts';

/** Returns the document with a number as it was issued, or null. */
export async function readDocument(db: Kysely<Tables>, number: string): Promise<MoneyDocument | null> {
  const row = await db.selectFrom('money_documents').selectAll().where('number', '=', number).executeTakeFirst();
  if (!row) return null;
  const credits = db
    .selectFrom('money_documents')
    .select(['number', 'issued_on as issuedOn'])
    .where('id', '=', row.credits_id);
  const lines = db.selectFrom('money_document_lines').selectAll().where('document_id', '=', row.id).orderBy('position');
  return documentOf(row, (await lines.execute()).map(lineOf), (await credits.executeTakeFirst()) ?? null);
}

function documentOf(
  row: Selectable<Tables['money_documents']>,
  lines: readonly DocumentLine[],
  credits: MoneyDocument['credits'],
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
    // The shop alone writes these columns, and never changes them.
    seller: row.seller as Seller,
    buyer: row.buyer as Buyer,
    credits,
    reason: row.reason as CreditReason | null,
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

/** `credits`: of a credit note, the number of its invoice. Amounts are cents; those of a credit note are positive. */
export type DocumentSummary = {
  number: string;
  kind: DocumentKind;
  issuedOn: Day;
  orderNumber: string;
  buyer: string;
  credits: string | null;
  netCents: Cents;
  vatCents: Cents;
  grossCents: Cents;
};

/** Days are inclusive; absent: any. */
export type DocumentFilter = {
  kind?: DocumentKind | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
  order?: string | undefined;
};

/** Returns documents in the order of their issue. */
export async function listDocuments(
  db: Kysely<Tables>,
  { kind, from, to, order }: DocumentFilter,
): Promise<DocumentSummary[]> {
  const rows = await db
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
    .$if(kind !== undefined, (documents) => documents.where('document.kind', '=', kind ?? 'invoice'))
    .$if(from !== undefined, (documents) => documents.where('document.issued_on', '>=', from ?? ''))
    .$if(to !== undefined, (documents) => documents.where('document.issued_on', '<=', to ?? ''))
    .$if(order !== undefined, (documents) => documents.where('document.order_number', '=', order ?? ''))
    .orderBy('document.id')
    .execute();
  return rows.map(({ buyer, ...row }) => ({ ...row, buyer: buyer.name ?? '' }));
}
