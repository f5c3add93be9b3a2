import { allOrNothing, type Trx } from '../../database/transaction.server.ts';
import { record } from '../history.server.ts';
import type { Locale } from '../locale.ts';
import { type LockedOrder, lockOrder } from '../order/change-status.server.ts';
import { askForLetter } from '../order/letter-rows.server.ts';
import { moneyOf } from '../payment/ledger.server.ts';
import { cancelAndRefund } from './cancel-order.server.ts';
import type { Till } from './till.server.ts';

/** A declaration of withdrawal from a distance contract, Directive 2011/83/EU, Article 11a. */
export type Declaration = {
  /** As the buyer writes it. */
  number: string;
  name: string;
  email: string;
  /** Null: the whole order. */
  items: { id: string; count: number }[] | null;
  note: string;
  locale: Locale;
};

/** Declarations of one order that are answered by letter within a day; the others are kept without one. */
const lettersPerDay = 3;
const dayMs = 24 * 60 * 60 * 1000;

/** What the buyer gets in hand: that it has arrived, and when. */
export type Acknowledgement = { ok: true; id: string; receivedAt: Date };

/**
 * Keeps a declaration, whatever it says: one whose order is not found waits for a person. Only where its order is known
 * is a letter sent, and only to the address of that order.
 */
export async function withdraw(till: Till, orderId: number | null, declared: Declaration): Promise<Acknowledgement> {
  return allOrNothing(till.db, async (trx): Promise<Acknowledgement> => {
    const receivedAt = till.now();
    const order = orderId === null ? null : await lockOrder(trx, orderId);
    const writes = order !== null && (await maySendMail(trx, order, receivedAt));
    const { items, ...said } = declared;
    const { id } = await trx
      .insertInto('withdrawals')
      .values({
        ...said,
        order_id: orderId,
        items: items === null ? null : JSON.stringify(items),
        received_at: receivedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (order) {
      await record(trx, order.id, { at: receivedAt, actor: 'buyer' }, 'withdrawal', { withdrawal: id });
    }
    if (order && writes) {
      await askForLetter(trx, till.later, order.id, 'withdrawal', receivedAt, id);
      await askForLetter(trx, till.later, order.id, 'branch-withdrawal', receivedAt, id);
    }
    return { ok: true, id, receivedAt };
  });
}

/**
 * Whether a declaration is answered by mail. Not once its order is closed without money: nothing is left to withdraw from,
 * and whoever placed orders in a stranger's name could go on with mail about them.
 */
async function maySendMail(trx: Trx, order: LockedOrder, now: Date): Promise<boolean> {
  const closed = order.status === 'cancelled' || order.status === 'expired';
  if (closed && (await moneyOf(trx, { orderId: order.id })).paid === 0) return false;
  return (await declaredToday(trx, order.id, now)) < lettersPerDay;
}

async function declaredToday(trx: Trx, orderId: number, now: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .where('received_at', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Withdraws from the order of a buyer who has shown its token. A whole order that was not handed over is cancelled at
 * once, and what was paid is asked back; in every other case the tires have to come back first, or a company asks, which
 * has no right of withdrawal: then a person goes on.
 */
export async function withdrawFrom(till: Till, orderId: number, declared: Declaration): Promise<Acknowledgement> {
  const acknowledged = await withdraw(till, orderId, declared);
  if ((await isConsumers(till, orderId)) && (await isWhole(till, orderId, declared)))
    await cancelAndRefund(till, orderId, 'buyer', 'withdrawal');
  return acknowledged;
}

async function isConsumers(till: Till, orderId: number): Promise<boolean> {
  const order = await till.db
    .selectFrom('orders')
    .select('company')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return order.company === null;
}

async function isWhole(till: Till, orderId: number, { items }: Declaration): Promise<boolean> {
  if (items === null) return true;
  const lines = await till.db
    .selectFrom('order_lines')
    .select(['tire_id', 'count'])
    .where('order_id', '=', orderId)
    .execute();
  return lines.every(({ tire_id, count }) => items.some((item) => item.id === tire_id && item.count >= count));
}

/**
 * The order that a declaration without a token means: the number and the e-mail address of the order must both fit.
 * Null otherwise; the declaration is kept all the same.
 */
export async function orderMeant(till: Till, number: string, email: string): Promise<number | null> {
  const order = await till.db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', number.trim().toUpperCase())
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst();
  return order?.id ?? null;
}
