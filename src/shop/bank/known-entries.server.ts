import { sql } from 'kysely';
import type { Trx } from '../../database/transaction.server.ts';
import type { ChangeStamp } from '../history.server.ts';
import { lockPayment, orderMoney, requestReview } from '../order/change-order.server.ts';
import { dueOf, isOnCredit, isPaidUp } from '../order/order.ts';
import { transferMethods } from '../payment/payment-methods.ts';
import { changePayment, changeRefund } from '../payment/payments.server.ts';
import { type CandidateOrder, type MatchCandidates, referencesOf } from './match-entry.ts';
import { type StatementEntry, statedReference } from './statement.ts';

/** Locks and returns the orders or credits that `matchEntry` compares an entry with, by ascending id. */
export async function lockMatchCandidates(trx: Trx, entry: StatementEntry): Promise<MatchCandidates> {
  return entry.direction === 'credit'
    ? { orders: await lockCandidateOrders(trx, referencesOf(entry)), credits: [] }
    : { orders: [], credits: await lockCredits(trx, entry) };
}

async function lockCandidateOrders(trx: Trx, references: readonly string[]): Promise<CandidateOrder[]> {
  if (references.length === 0) return [];
  const orders = await trx
    .selectFrom('orders')
    .selectAll()
    .where('reference', 'in', references)
    .orderBy('id')
    .forUpdate()
    .execute();
  const candidates: CandidateOrder[] = [];
  for (const order of orders) {
    const money = await orderMoney(trx, order);
    const { id, reference, status } = order;
    candidates.push({
      id,
      reference,
      status,
      dueCents: dueOf(money),
      isPaid: isPaidUp(money),
      isOnCredit: isOnCredit(order),
    });
  }
  return candidates;
}

/** Also returns credits that are booked for no order: without them, a debit that reverses one could match an order's credit to which the bank gave the same id. */
async function lockCredits(trx: Trx, entry: StatementEntry): Promise<MatchCandidates['credits']> {
  const storedReference = sql`ltrim(replace(bank_entries.reference, ' ', ''), '0')`;
  const reference = sql<string | null>`coalesce(orders.reference, ${storedReference})`;
  return trx
    .selectFrom('bank_entries')
    .leftJoin('orders', 'orders.id', 'bank_entries.order_id')
    .select([
      'bank_entries.id',
      'bank_id as bankId',
      'refs as transactionIds',
      'amount_cents as amountCents',
      'payer_iban as payerIban',
    ])
    .select([sql<boolean>`ledger_id is not null`.as('isForOrder'), reference.as('reference')])
    .where('bank_entries.state', '<>', 'reversed')
    .where('direction', '=', 'credit')
    .where('account', '=', entry.account)
    .where('currency', '=', entry.currency)
    .where('amount_cents', '=', entry.amountCents)
    .where(
      sql<boolean>`(refs && ${entry.transactionIds}::text[] or ${reference} = any(${referencesOf(entry)}::text[]))`,
    )
    .orderBy('bank_entries.id')
    .forUpdate('bank_entries')
    .execute();
}

/** Counts the stored entries with this `entryId` that are the same by `isSameEntry`. Their `bank_id` is `entryId`, perhaps with suffixes in any order: `/1` of a part, `#2` of a taken id. */
export async function countStored(trx: Trx, entry: StatementEntry): Promise<number> {
  const { entryId } = entry;
  const { count } = await trx
    .selectFrom('bank_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account', '=', entry.account)
    .where('direction', '=', entry.direction)
    .where('is_reversal', '=', entry.isReversal)
    .where('booked_on', '=', entry.bookedOn)
    .where('amount_cents', '=', entry.amountCents)
    .where('currency', '=', entry.currency)
    .where(sql<boolean>`coalesce(payer_iban = ${entry.payerIban}, true)`)
    .where(sql<boolean>`coalesce(reference = ${statedReference(entry)}, true)`)
    .where(
      sql<boolean>`starts_with(bank_id, ${entryId}) and substr(bank_id, length(${entryId}) + 1) ~ '^(#[0-9]+)?(/[0-9]+)?(#[0-9]+)?$'`,
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** Finds the ledger entry of a transfer, from a statement or booked by hand, by the bank's id. */
export function findTransfer(trx: Trx, bankId: string) {
  return trx
    .selectFrom('payment_ledger')
    .select(['id', 'order_id', 'amount_cents'])
    .where('kind', '=', 'paid')
    .where('provider', 'in', transferMethods())
    .where('provider_ref', '=', bankId)
    .executeTakeFirst();
}

/** Voids the payment, ends its open refunds, and requests a review (blocks the hand-over). Returns the order's id. */
export async function reverseEntry(trx: Trx, entryId: number, change: ChangeStamp): Promise<number> {
  const { payment_id } = await trx
    .selectFrom('bank_entries')
    .innerJoin('payment_ledger', 'payment_ledger.id', 'bank_entries.ledger_id')
    .select('payment_ledger.payment_id')
    .where('bank_entries.id', '=', entryId)
    .executeTakeFirstOrThrow();
  const { order, payment } = await lockPayment(trx, payment_id);
  // A refunded payment cannot be voided. It becomes disputed, because the shop has lost the money twice.
  if (!(await changePayment(trx, payment, 'voided', change))) await changePayment(trx, payment, 'disputed', change);
  const unpaidRefunds = trx
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .where('state', '=', 'requested');
  for (const refund of await unpaidRefunds.execute()) await changeRefund(trx, refund, 'failed', change);
  await requestReview(trx, order, 'payment-withdrawn', change);
  await trx.updateTable('bank_entries').set({ state: 'reversed' }).where('id', '=', entryId).execute();
  return order.id;
}
