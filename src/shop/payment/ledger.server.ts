import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Cents } from '../money.ts';

export type MoneyFact = {
  order_id: number;
  payment_id: string;
  kind: 'paid' | 'refunded';
  provider: string;
  provider_ref: string;
  amount_cents: Cents;
  at: Date;
  actor: string;
};

/** Writes that money has moved. False when that same fact stands there already: it is counted once. */
export async function bookMoney(trx: Kysely<Tables>, fact: MoneyFact): Promise<boolean> {
  const booked = await trx
    .insertInto('payment_ledger')
    .values(fact)
    .onConflict((conflict) => conflict.columns(['provider', 'provider_ref', 'kind']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return booked !== undefined;
}

/** What came and what went back, in cents: of an order, or of one payment. */
export async function moneyOf(
  db: Kysely<Tables>,
  of: { orderId: number } | { paymentId: string },
): Promise<{ paid: Cents; refunded: Cents }> {
  const sum = (kind: 'paid' | 'refunded') =>
    db.fn.coalesce(db.fn.sum<number>('amount_cents').filterWhere('kind', '=', kind), sql<number>`0`).as(kind);
  const rows = db.selectFrom('payment_ledger').select([sum('paid'), sum('refunded')]);
  const { paid, refunded } = await ('orderId' in of
    ? rows.where('order_id', '=', of.orderId)
    : rows.where('payment_id', '=', of.paymentId)
  ).executeTakeFirstOrThrow();
  return { paid: Number(paid), refunded: Number(refunded) };
}
