import { sql } from 'kysely';
import type { Trx } from '../../../database/transaction.server.ts';
import type { Day } from '../../calendar.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { documentNumber } from './document-number.ts';
import type { Buyer, CreditReason, DocumentKind, DocumentPayment, Seller } from './money-document.ts';
import { sumOf, type VatAmounts } from './vat-by-rate.ts';

export type IssuedLine = VatAmounts & {
  kind: 'tires' | 'prepayment' | 'deduction';
  tireId: string | null;
  name: string;
  count: number;
  priceCents: number;
  vatPercent: number;
  /** Of a credit note: the position of the credited line. */
  creditsPosition: number | null;
};

export type DocumentDraft = {
  kind: DocumentKind;
  suppliedOn: Day;
  dueOn: Day | null;
  creditedInvoice: { documentId: number; reason: CreditReason; note: string } | null;
  lines: readonly IssuedLine[];
  payments: readonly DocumentPayment[];
  /** Of a receipt: the ledger entry of its payment. */
  ledgerId: number | null;
  buyer: Buyer;
};

/** Issues a document and returns its id. Call it last in a transaction that has locked the order, because it locks the number series of all orders. */
export async function issueDocument(
  trx: Trx,
  shopConfig: ShopConfig,
  order: LockedOrder,
  draft: DocumentDraft,
  at: Date,
): Promise<number> {
  const { kind, creditedInvoice, lines } = draft;
  const today = tallinnDate(at);
  const year = Number(today.slice(0, 4));
  const { last_no: no, last_on: issuedOn } = await trx
    .insertInto('document_series')
    .values({ series: kind, year, last_no: 1, last_on: today })
    .onConflict((conflict) =>
      conflict.columns(['series', 'year']).doUpdateSet({
        last_no: sql`document_series.last_no + 1`,
        // A higher number never has an earlier day, even if a transaction began before midnight and waited for another.
        last_on: sql`greatest(document_series.last_on, excluded.last_on)`,
      }),
    )
    .returning(['last_no', 'last_on'])
    .executeTakeFirstOrThrow();
  const { netCents, vatCents, grossCents } = kind === 'receipt' ? amountsOfReceipt(draft) : sumOf(lines);
  const { id } = await trx
    .insertInto('money_documents')
    .values({
      kind,
      year,
      no,
      number: documentNumber(kind, year, no),
      issued_on: issuedOn,
      supplied_on: draft.suppliedOn,
      due_on: draft.dueOn,
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
      payments: JSON.stringify(draft.payments),
      ledger_id: draft.ledgerId,
      issued_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (lines.length > 0) {
    const rows = lines.map((line, index) => ({
      document_id: id,
      position: index + 1,
      kind: line.kind,
      credits_position: line.creditsPosition,
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
  return id;
}

/** A receipt is no VAT document: its sum has no VAT. */
function amountsOfReceipt({ payments }: DocumentDraft): VatAmounts {
  const cents = payments.reduce((sum, payment) => sum + payment.cents, 0);
  return { netCents: cents, vatCents: 0, grossCents: cents };
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
