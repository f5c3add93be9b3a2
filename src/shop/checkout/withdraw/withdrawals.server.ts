import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import { type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import { bookedSumsOf } from '../../payment/payments.server.ts';
import { cancelAndRefund } from '../desk/cancel-order.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import type { Declaration } from './withdrawal.ts';

const maxMailedDeclarationsPerDay = 3;
const dayMs = 24 * 60 * 60 * 1000;

/** Stores a declaration, also one without a known order. Mail is sent only for a known order, to the order's own address. */
export async function storeWithdrawal(
  shop: ShopContext,
  orderId: number | null,
  declaration: Declaration,
): Promise<{ id: string; receivedAt: Date; mailed: boolean }> {
  return inTransaction(shop.db, async (trx) => {
    const receivedAt = shop.now();
    const order = orderId === null ? null : await lockOrder(trx, orderId);
    const mailed = order !== null && (await maySendMail(trx, order, receivedAt));
    const { items, ...columns } = declaration;
    const { id } = await trx
      .insertInto('withdrawals')
      .values({ ...columns, order_id: orderId, items: items && JSON.stringify(items), received_at: receivedAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (order) await recordEvent(trx, order.id, { at: receivedAt, actor: 'buyer' }, 'withdrawal', { withdrawal: id });
    if (order && mailed) {
      const mail = { orderId: order.id, at: receivedAt, eventKey: id };
      await enqueueMail(trx, shop.enqueue, { ...mail, kind: 'withdrawal' });
      await enqueueMail(trx, shop.enqueue, { ...mail, kind: 'branch-withdrawal' });
    }
    return { id, receivedAt, mailed };
  });
}

/** Returns false for an order that was closed unpaid, whose address may be a stranger's, and after three declarations within a day. */
async function maySendMail(trx: Trx, order: LockedOrder, now: Date): Promise<boolean> {
  const isClosed = order.status === 'cancelled' || order.status === 'expired';
  if (isClosed && (await bookedSumsOf(trx, { orderId: order.id })).paid === 0) return false;
  const recentDeclarations = await trx
    .selectFrom('withdrawals')
    .select('id')
    .where('order_id', '=', order.id)
    .where('received_at', '>', new Date(now.getTime() - dayMs))
    .limit(maxMailedDeclarationsPerDay)
    .execute();
  return recentDeclarations.length < maxMailedDeclarationsPerDay;
}

/** Stores a declaration. If a consumer withdraws from a whole order (its tires are all in `items`, or `items` is null and no `note` describes a part), cancels and refunds it at once. `cancelAndRefund` refuses this if tires are handed over or the vehicle is in the bay. */
export async function withdrawFromOrder(shop: ShopContext, orderId: number, declaration: Declaration) {
  const acknowledgement = await storeWithdrawal(shop, orderId, declaration);
  if ((await isConsumerOrder(shop, orderId)) && (await coversWholeOrder(shop, orderId, declaration)))
    await cancelAndRefund(shop, orderId, 'buyer', 'withdrawal');
  return acknowledgement;
}

async function isConsumerOrder(shop: ShopContext, orderId: number): Promise<boolean> {
  const order = await shop.db
    .selectFrom('orders')
    .select('company')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return order.company === null;
}

async function coversWholeOrder(shop: ShopContext, orderId: number, declaration: Declaration): Promise<boolean> {
  const { items, note } = declaration;
  if (items === null) return note === '';
  const lines = await shop.db
    .selectFrom('order_lines')
    .select(['tire_id', 'count'])
    .where('order_id', '=', orderId)
    .where('count', '>', 0)
    .execute();
  return lines.every(({ tire_id, count }) => items.some((item) => item.id === tire_id && item.count >= count));
}

export async function findOrderByNumberAndEmail(
  shop: ShopContext,
  number: string,
  email: string,
): Promise<number | null> {
  const order = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', number.trim().toUpperCase())
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst();
  return order?.id ?? null;
}

/** SQL: whether an employee must handle a declaration: its order is not closed and was not refunded after it. */
export const awaitsEmployee = sql<boolean>`(withdrawals.handled_at is null
  and not exists (select from orders where orders.id = withdrawals.order_id and orders.status in ('cancelled', 'expired'))
  and not exists (select from refunds where refunds.order_id = withdrawals.order_id
    and refunds.requested_at >= withdrawals.received_at and refunds.state <> 'failed'))`;

export function listWithdrawals(db: Kysely<Tables>, { onlyOpen }: { onlyOpen: boolean }) {
  return db
    .selectFrom('withdrawals')
    .leftJoin('orders', 'orders.id', 'withdrawals.order_id')
    .select(['withdrawals.id', 'received_at as receivedAt', 'withdrawals.number', 'withdrawals.name'])
    .select(['withdrawals.email', 'items', 'withdrawals.note', 'withdrawals.locale'])
    .select('orders.status')
    .$if(onlyOpen, (withdrawals) => withdrawals.where(awaitsEmployee))
    .orderBy('received_at', 'desc')
    .orderBy('withdrawals.id')
    .execute();
}

export async function markHandled(db: Kysely<Tables>, id: string, { at, actor }: ChangeStamp): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('withdrawals')
    .set({ handled_at: at, handled_by: actor })
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
