import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction } from '../../../database/transaction.server.ts';
import { type Day, hoursOf } from '../../calendar.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { lockOrder } from '../../order/change-order.server.ts';
import { isBlocking } from '../../order/order.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { tryEach } from '../try-each.ts';
import { awaitsDecision, dueReminder, type Reminder } from './reminders.ts';

/** `lastDay`: the last day to collect an unpaid order; null: a payment has arrived. `isRefunded`: all payments were refunded. */
type ReadyOrder = {
  id: number;
  number: string;
  branch: string;
  email: string;
  readyOn: Day;
  lastDay: Day | null;
  isRefunded: boolean;
};

/** Leaves out orders whose appointment is not over, because their buyers need no reminder, and those with a blocking review. `orderId`: only this order. */
async function readyOrders(db: Kysely<Tables>, now: Date, orderId?: number): Promise<ReadyOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('order_events')
          .select(({ fn }) => fn.max('at').as('at'))
          .whereRef('order_id', '=', 'orders.id')
          .where('type', '=', 'ready')
          .as('ready'),
      (join) => join.on('ready.at', 'is not', null),
    )
    .select(['orders.id', 'number', 'branch', 'email', 'review', 'held_until', 'ready.at as readyAt'])
    .select(
      sql<number | null>`(select sum(case kind when 'paid' then amount_cents else -amount_cents end) from payment_ledger
        where order_id = orders.id)`.as('paidLessRefundsCents'),
    )
    .where('status', '=', 'ready')
    .where(
      sql<boolean>`not exists (select from fitting_bookings
        where order_id = orders.id and state in ('booked', 'arrived') and ends_at > ${now})`,
    )
    .$if(orderId !== undefined, (orders) => orders.where('orders.id', '=', orderId ?? 0))
    .orderBy('ready.at')
    .orderBy('orders.id')
    .execute();
  return rows
    .filter(({ review }) => !isBlocking(review))
    .map(({ readyAt, held_until, paidLessRefundsCents, review: _, ...order }) => {
      const hasPayment = paidLessRefundsCents !== null;
      return {
        ...order,
        readyOn: tallinnDate(readyAt),
        lastDay: hasPayment ? null : tallinnDate(held_until),
        isRefunded: paidLessRefundsCents === 0,
      };
    });
}

const calendarOf = (shopConfig: ShopConfig, branch: string) => ({
  terms: shopConfig.terms,
  hours: hoursOf(shopConfig, branch),
});

/** Reminds buyers; tells the branch too at the second reminder, or at each one if the order has no e-mail address. Each mail is enqueued once. */
export async function remindToCollect(shop: ShopContext): Promise<void> {
  const now = shop.now();
  const sentReminders = await readSentReminders(shop.db);
  await tryEach(await readyOrders(shop.db, now), 'reminders to collect', async (candidate) => {
    const due = reminderOf(shop.shopConfig, candidate, now);
    if (!due || sentReminders.has(`${candidate.id} ${eventKeyOf(candidate, due)}`)) return;
    await inTransaction(shop.db, async (trx) => {
      await lockOrder(trx, candidate.id);
      const [order] = await readyOrders(trx, now, candidate.id);
      const reminder = order && reminderOf(shop.shopConfig, order, now);
      if (!order || !reminder) return;
      const mail = { orderId: order.id, at: now, eventKey: eventKeyOf(order, reminder) };
      await enqueueMail(trx, shop.enqueue, { ...mail, kind: 'not-collected' });
      if (reminder === 'second' || order.email === '')
        await enqueueMail(trx, shop.enqueue, { ...mail, kind: 'branch-not-collected' });
    });
  });
}

function reminderOf(shopConfig: ShopConfig, order: ReadyOrder, now: Date): Reminder | null {
  if (order.isRefunded) return null;
  return dueReminder(order, tallinnDate(now), calendarOf(shopConfig, order.branch));
}

/** Contains the day, so that the buyer is reminded again if the order becomes ready again. */
const eventKeyOf = ({ readyOn }: ReadyOrder, reminder: Reminder) => `${readyOn} ${reminder}`;

async function readSentReminders(db: Kysely<Tables>): Promise<Set<string>> {
  const mails = await db
    .selectFrom('letters')
    .innerJoin('orders', 'orders.id', 'letters.order_id')
    .select(['orders.id', 'about as eventKey'])
    .where('orders.status', '=', 'ready')
    .where('kind', '=', 'not-collected')
    .execute();
  return new Set(mails.map(({ id, eventKey }) => `${id} ${eventKey}`));
}

/** Returns the paid orders that were not collected for so long that an employee must decide. They never expire. */
export async function uncollectedOrders(db: Kysely<Tables>, shopConfig: ShopConfig, now: Date): Promise<ReadyOrder[]> {
  return (await readyOrders(db, now)).filter((order) =>
    awaitsDecision(order, tallinnDate(now), calendarOf(shopConfig, order.branch)),
  );
}
