import { sql } from 'kysely';
import type { Trx } from '../../../database/transaction.server.ts';
import type { Day } from '../../calendar.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { sumCents } from '../../money.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { firstUnclosedDay } from '../accounts/close-month.server.ts';
import { documentNumber } from './document-number.ts';
import type { Buyer, CreditReason, DocumentKind, DocumentPayment, Seller } from './money-document.ts';
import type { OpenLine } from './open-lines.ts';
import { sumOf, type VatAmounts } from './vat-by-rate.ts';

export type IssueContext = { trx: Trx; shopConfig: ShopConfig; order: LockedOrder; at: Date };

/** Of a credit note, `creditsPosition`: the position of the credited line. Of a receipt, `ledgerId`: the ledger entry of its payment. */
type DocumentDraft = {
  kind: DocumentKind;
  suppliedOn: Day;
  buyer: Buyer;
  dueOn?: Day | null;
  creditedInvoice?: { documentId: number; reason: CreditReason; note: string };
  lines?: readonly (Omit<OpenLine, 'documentId' | 'position'> & { creditsPosition?: number })[];
  payments?: readonly DocumentPayment[];
  ledgerId?: number;
};

/** Returns the number of the new document. Call it last, with the order locked: it locks the series of its kind, which all orders share. */
export async function issueDocument(context: IssueContext, draft: DocumentDraft): Promise<string> {
  const { trx, shopConfig, order, at } = context;
  const { kind, creditedInvoice, lines = [], payments = [] } = draft;
  const day = await dayOfIssue(trx, at);
  const year = Number(day.slice(0, 4));
  const { last_no: no, last_on: issuedOn } = await trx
    .insertInto('document_series')
    .values({ series: kind, year, last_no: 1, last_on: day })
    .onConflict((conflict) =>
      conflict.columns(['series', 'year']).doUpdateSet({
        last_no: sql`document_series.last_no + 1`,
        // A higher number never has an earlier day, even if a transaction began before midnight and waited for another.
        last_on: sql`greatest(document_series.last_on, excluded.last_on)`,
      }),
    )
    .returning(['last_no', 'last_on'])
    .executeTakeFirstOrThrow();
  const { netCents, vatCents, grossCents } = kind === 'receipt' ? amountsOfReceipt(payments) : sumOf(lines);
  const number = documentNumber(kind, year, no);
  const { id } = await trx
    .insertInto('money_documents')
    .values({
      kind,
      year,
      no,
      number,
      issued_on: issuedOn,
      supplied_on: draft.suppliedOn,
      due_on: draft.dueOn ?? null,
      order_id: order.id,
      order_number: order.number,
      reference: order.reference,
      locale: order.locale,
      branch: JSON.stringify(branchOf(shopConfig, order.branch)),
      seller: JSON.stringify(sellerOf(shopConfig)),
      buyer: JSON.stringify(draft.buyer),
      credits_id: creditedInvoice?.documentId ?? null,
      reason: creditedInvoice?.reason ?? null,
      note: creditedInvoice?.note ?? '',
      net_cents: netCents,
      vat_cents: vatCents,
      gross_cents: grossCents,
      payments: JSON.stringify(payments),
      ledger_id: draft.ledgerId ?? null,
      issued_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (lines.length > 0) {
    const rows = lines.map((line, index) => ({
      document_id: id,
      position: index + 1,
      kind: line.kind,
      credits_position: line.creditsPosition ?? null,
      tire_id: line.tireId,
      name: line.name,
      count: line.count,
      price_cents: line.priceCents,
      vat_percent: line.vatPercent,
      net_cents: line.netCents,
      vat_cents: line.vatCents,
      gross_cents: line.grossCents,
    }));
    await trx.insertInto('money_document_lines').values(rows).execute();
  }
  return number;
}

/** Returns today, or the first day after the last closed month if that is later, such as for a change that waited while the month was closed. */
async function dayOfIssue(trx: Trx, at: Date): Promise<Day> {
  // Waits for a running `closeMonth`, which locks this table.
  await sql`lock table document_series in row exclusive mode`.execute(trx);
  const today = tallinnDate(at);
  const openFrom = await firstUnclosedDay(trx);
  return openFrom && openFrom > today ? openFrom : today;
}

/** A receipt is no VAT document: its sum has no VAT. */
function amountsOfReceipt(payments: readonly DocumentPayment[]): VatAmounts {
  const paidCents = sumCents(payments, ({ cents }) => cents);
  return { netCents: paidCents, vatCents: 0, grossCents: paidCents };
}

type Credit = { documentId: number; lines: readonly OpenLine[]; reason: CreditReason; note?: string };

/** Issues a credit note to the buyer of the invoice. Its VAT belongs to the month of issue (KMS § 29(7)). */
export async function creditInvoice(context: IssueContext, credit: Credit): Promise<void> {
  const { documentId, lines, reason, note = '' } = credit;
  const { buyer } = await context.trx
    .selectFrom('money_documents')
    .select('buyer')
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow();
  await issueDocument(context, {
    kind: 'credit-note',
    suppliedOn: tallinnDate(context.at),
    buyer: buyer as Buyer,
    creditedInvoice: { documentId, reason, note },
    lines: lines.map((line) => ({ ...line, creditsPosition: line.position })),
  });
}

function sellerOf({ legalName, registryCode, vatNumber, address, email, phones, bank }: ShopConfig): Seller {
  const [phone] = phones;
  return { name: legalName, regCode: registryCode, vatNumber, address, email, phone, iban: bank.iban };
}

function branchOf({ branches }: ShopConfig, id: string) {
  const branch = branches.find((candidate) => candidate.id === id);
  // The owner can remove a branch from the configuration while it has orders.
  if (!branch) return { id, name: id, address: '' };
  const { name, street, postalCode, city } = branch;
  return { id, name, address: `${street}, ${postalCode} ${city}` };
}

export function buyerOf({ company, name }: LockedOrder): Buyer {
  if (!company) return { kind: 'person', name, regCode: null, vatNumber: null, address: null };
  const { regCode, vatNumber, address } = company;
  return { kind: 'company', name: company.name, regCode, vatNumber, address: address || null };
}
