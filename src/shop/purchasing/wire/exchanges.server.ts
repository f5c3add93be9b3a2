import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { AnsweredLine } from './supplier-answer.ts';

export type Exchange = Selectable<Tables['purchase_exchanges']>;

/** `httpStatus` and `answer` null: no answer came. `lines`: to be booked later; absent or empty: nothing is booked. `supplierNumber`: the supplier's number of the order; the caller stores it with the purchase. */
export type ExchangeResult = {
  id: number;
  httpStatus: number | null;
  answer: string | null;
  outcome: NonNullable<Exchange['outcome']>;
  reason: string;
  supplierNumber?: string;
  lines?: readonly AnsweredLine[];
};

export async function endExchange(
  db: Kysely<Tables>,
  { id, httpStatus, answer, outcome, reason, lines }: ExchangeResult,
): Promise<void> {
  const stored = lines && lines.length > 0 ? JSON.stringify(lines) : null;
  await db
    .updateTable('purchase_exchanges')
    .set({ http_status: httpStatus, answer, outcome, reason, lines: stored })
    .where('id', '=', id)
    .execute();
}

export async function exchangesOf(db: Kysely<Tables>, purchaseId: number) {
  return db
    .selectFrom('purchase_exchanges')
    .select(['id', 'kind', 'reference', 'at', 'http_status as httpStatus', 'outcome', 'reason'])
    .where('purchase_id', '=', purchaseId)
    .orderBy('id')
    .execute();
}

export async function exchangeTexts(db: Kysely<Tables>, number: string, id: number) {
  const texts = await db
    .selectFrom('purchase_exchanges as exchange')
    .innerJoin('purchases as purchase', 'purchase.id', 'exchange.purchase_id')
    .select([
      'exchange.id',
      'exchange.kind',
      'exchange.reference',
      'exchange.at',
      'exchange.request',
      'exchange.answer',
    ])
    .select(['exchange.http_status as httpStatus', 'exchange.outcome', 'exchange.reason'])
    .where('purchase.number', '=', number)
    .where('exchange.id', '=', id)
    .executeTakeFirst();
  return texts ?? null;
}
