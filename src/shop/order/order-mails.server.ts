import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Trx } from '../../database/transaction.server.ts';
import type { Change } from '../history.server.ts';
import type { Enqueue } from '../jobs.server.ts';
import { toEuros } from '../money.ts';
import { isPrepaid } from '../payment/payment-methods.ts';
import type { ShopConfig } from '../shop-config.ts';
import type { LockedOrder } from './change-order.server.ts';
import type { OrderAnswer } from './order-view.ts';
import { readOrder, staffAnswerOf } from './orders.server.ts';

export type MailKind = Tables['letters']['kind'];

/** Enqueues a mail about an order, sent after the commit. Mails of the same kind and `about` are sent once. */
export async function enqueueMail(
  trx: Trx,
  enqueue: Enqueue,
  orderId: number,
  kind: MailKind,
  at: Date,
  about = '',
): Promise<void> {
  const mail = await trx
    .insertInto('letters')
    .values({ order_id: orderId, kind, about, created_at: at })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind', 'about']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (mail) await enqueue(trx, { name: 'send-letter', letterId: mail.id });
}

export type NewOrderMail = { id: string; kind: MailKind };

/** Enqueues the mails about a new order: to the buyer, if there is an address, and to the branch unless it is prepaid. */
export async function enqueueNewOrderMails(
  trx: Trx,
  enqueue: Enqueue,
  { customer, paymentMethod }: { customer: { email: string }; paymentMethod: string },
): Promise<NewOrderMail[]> {
  const kinds: MailKind[] = [
    ...(customer.email === '' ? [] : ['placed' as const]),
    ...(isPrepaid(paymentMethod) ? [] : ['branch-order' as const]),
  ];
  if (kinds.length === 0) return [];
  const mails = kinds.map((kind) => ({ id: randomUUID(), kind }));
  await enqueue(trx, ...mails.map(({ id }) => ({ name: 'send-letter' as const, letterId: id })));
  return mails;
}

/** Enqueues the mails about the end of an order. The branch gets one if it knew the order and did not end it. */
export async function enqueueEndMails(
  trx: Trx,
  enqueue: Enqueue,
  order: LockedOrder,
  kind: 'cancelled' | 'expired',
  { at, actor }: Change,
): Promise<void> {
  await enqueueMail(trx, enqueue, order.id, kind, at, at.toISOString());
  if (actor.startsWith('branch:')) return;
  const knownToBranch = await trx
    .selectFrom('letters')
    .select('id')
    .where('order_id', '=', order.id)
    .where('kind', '=', 'branch-order')
    .limit(1)
    .executeTakeFirst();
  if (knownToBranch) await enqueueMail(trx, enqueue, order.id, 'branch-over', at, at.toISOString());
}

export type MailContent = OrderAnswer & {
  id: string;
  kind: MailKind;
  sentAt: Date | null;
  refund?: { amount: number };
  withdrawal?: {
    receivedAt: Date;
    name: string;
    items: { title: string; size: string; count: number }[];
    note: string;
  };
};

export async function readMail(db: Kysely<Tables>, shopConfig: ShopConfig, id: string): Promise<MailContent | null> {
  const mail = await db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mail) return null;
  const answer = staffAnswerOf(await readOrder(db, mail.order_id), shopConfig);
  const content = { ...answer, id, kind: mail.kind, sentAt: mail.sent_at };
  if (mail.kind === 'refunded') return { ...content, refund: await refundOf(db, mail.about) };
  if (mail.kind === 'withdrawal' || mail.kind === 'branch-withdrawal') {
    return { ...content, withdrawal: await withdrawalOf(db, mail.about, answer) };
  }
  return content;
}

export async function markSent(db: Kysely<Tables>, id: string, at: Date): Promise<void> {
  await db.updateTable('letters').set({ sent_at: at }).where('id', '=', id).execute();
}

export async function markDropped(db: Kysely<Tables>, id: string, at: Date): Promise<void> {
  await db.updateTable('letters').set({ dropped_at: at }).where('id', '=', id).execute();
}

async function refundOf(db: Kysely<Tables>, id: string) {
  const refund = await db.selectFrom('refunds').select('amount_cents').where('id', '=', id).executeTakeFirstOrThrow();
  return { amount: toEuros(refund.amount_cents) };
}

async function withdrawalOf(db: Kysely<Tables>, id: string, { order }: OrderAnswer) {
  const { received_at, name, items, note } = await db
    .selectFrom('withdrawals')
    .select(['received_at', 'name', 'items', 'note'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const boughtItems = new Map(order.items.map((item) => [item.id, item]));
  const declaredItems = (items ?? []).flatMap(({ id: tire, count }) => {
    const item = boughtItems.get(tire);
    return item ? [{ title: item.title, size: item.size, count }] : [];
  });
  return { receivedAt: received_at, name, items: declaredItems, note };
}
