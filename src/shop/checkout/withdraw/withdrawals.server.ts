import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { allOrNothing, type Trx } from '../../../database/transaction.server.ts';
import { type Change, record } from '../../history.server.ts';
import type { Locale } from '../../locale.ts';
import { type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import { moneyOf } from '../../payment/payments.server.ts';
import { cancelAndRefund } from '../desk/cancel-order.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** A declaration of withdrawal from a distance contract, Directive 2011/83/EU, Article 11a. */
export type Declaration = {
  number: string;
  name: string;
  email: string;
  /** Null: the whole order. */
  items: { id: string; count: number }[] | null;
  note: string;
  locale: Locale;
};

const mailsPerDay = 3;
const dayMs = 24 * 60 * 60 * 1000;

export type Acknowledgement = { ok: true; id: string; receivedAt: Date };

/** Stores a declaration, whatever it says. Only a known order gets mail, and only at its own address. */
export async function withdraw(
  shop: ShopContext,
  orderId: number | null,
  declared: Declaration,
): Promise<Acknowledgement> {
  return allOrNothing(shop.db, async (trx): Promise<Acknowledgement> => {
    const receivedAt = shop.now();
    const order = orderId === null ? null : await lockOrder(trx, orderId);
    const mails = order !== null && (await maySendMail(trx, order, receivedAt));
    const { items, ...text } = declared;
    const { id } = await trx
      .insertInto('withdrawals')
      .values({
        ...text,
        order_id: orderId,
        items: items === null ? null : JSON.stringify(items),
        received_at: receivedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (order) {
      await record(trx, order.id, { at: receivedAt, actor: 'buyer' }, 'withdrawal', { withdrawal: id });
    }
    if (order && mails) {
      await enqueueMail(trx, shop.enqueue, order.id, 'withdrawal', receivedAt, id);
      await enqueueMail(trx, shop.enqueue, order.id, 'branch-withdrawal', receivedAt, id);
    }
    return { ok: true, id, receivedAt };
  });
}

/** False for an order closed without money: orders in a stranger's name must not cause further mail. */
async function maySendMail(trx: Trx, order: LockedOrder, now: Date): Promise<boolean> {
  const closed = order.status === 'cancelled' || order.status === 'expired';
  if (closed && (await moneyOf(trx, { orderId: order.id })).paid === 0) return false;
  return (await declaredToday(trx, order.id, now)) < mailsPerDay;
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

/** Withdraws with an order's token. A consumer's whole order before its handover is cancelled and refunded at once; a person does the rest. */
export async function withdrawFrom(
  shop: ShopContext,
  orderId: number,
  declared: Declaration,
): Promise<Acknowledgement> {
  const acknowledged = await withdraw(shop, orderId, declared);
  if ((await isConsumers(shop, orderId)) && (await isWhole(shop, orderId, declared)))
    await cancelAndRefund(shop, orderId, 'buyer', 'withdrawal');
  return acknowledged;
}

async function isConsumers(shop: ShopContext, orderId: number): Promise<boolean> {
  const order = await shop.db
    .selectFrom('orders')
    .select('company')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return order.company === null;
}

async function isWhole(shop: ShopContext, orderId: number, { items }: Declaration): Promise<boolean> {
  if (items === null) return true;
  const lines = await shop.db
    .selectFrom('order_lines')
    .select(['tire_id', 'count'])
    .where('order_id', '=', orderId)
    .execute();
  return lines.every(({ tire_id, count }) => items.some((item) => item.id === tire_id && item.count >= count));
}

export async function orderMeant(shop: ShopContext, number: string, email: string): Promise<number | null> {
  const order = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', number.trim().toUpperCase())
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst();
  return order?.id ?? null;
}

/** True for declarations that wait for a person: not handled, and their order neither closed without money nor refunded since. */
export const awaitsPerson = sql<boolean>`(withdrawals.handled_at is null
  and not exists (select from orders where orders.id = withdrawals.order_id and orders.status in ('cancelled', 'expired'))
  and not exists (select from refunds where refunds.order_id = withdrawals.order_id
    and refunds.requested_at >= withdrawals.received_at and refunds.state <> 'failed'))`;

export function listWithdrawals(db: Kysely<Tables>, { open }: { open: boolean }) {
  return db
    .selectFrom('withdrawals')
    .leftJoin('orders', 'orders.id', 'withdrawals.order_id')
    .select(['withdrawals.id', 'received_at as receivedAt', 'withdrawals.number', 'withdrawals.name'])
    .select(['withdrawals.email', 'items', 'withdrawals.note', 'withdrawals.locale'])
    .select('orders.status')
    .$if(open, (declared) => declared.where(awaitsPerson))
    .orderBy('received_at', 'desc')
    .orderBy('withdrawals.id')
    .execute();
}

export async function markHandled(db: Kysely<Tables>, id: string, { at, actor }: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('withdrawals')
    .set({ handled_at: at, handled_by: actor })
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
