import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Trx } from '../../database/transaction.server.ts';
import type { Day } from '../calendar.ts';
import type { Change } from '../history.server.ts';
import type { Enqueue } from '../jobs.server.ts';
import { toEuros } from '../money.ts';
import { isPrepaid } from '../payment/payment-methods.ts';
import type { ShopConfig } from '../shop-config.ts';
import type { LockedOrder } from './change-order.server.ts';
import { type MailedChange, mailedChange } from './mailed-change.server.ts';
import { type OrderPiece, piecesOf } from './order-pieces.server.ts';
import type { OrderAnswer } from './order-view.ts';
import { readOrder, staffAnswerOf } from './orders.server.ts';
import { type TransferRequest, transferRequestOf } from './transfer-request.server.ts';

export type MailKind = Tables['letters']['kind'];

/** Enqueues a mail about an order, sent after the commit. Mails of the same kind and `about` are sent once. */
export async function enqueueMail(
  trx: Trx,
  enqueue: Enqueue,
  orderId: number,
  kind: MailKind,
  at: Date,
  about = '',
  when: { afterSeconds?: number } = {},
): Promise<void> {
  const mail = await trx
    .insertInto('letters')
    .values({ order_id: orderId, kind, about, created_at: at })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind', 'about']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (mail) await enqueue(trx, { name: 'send-letter', letterId: mail.id, ...when });
}

export async function hasUnsentMail(db: Kysely<Tables>, orderId: number, kind: MailKind): Promise<boolean> {
  const latest = await db
    .selectFrom('letters')
    .select(['sent_at', 'dropped_at'])
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return latest !== undefined && latest.sent_at === null && latest.dropped_at === null;
}

/** Drops the latest mail of a kind. False if it was sent or dropped already. */
export async function dropUnsentMail(trx: Trx, orderId: number, kind: MailKind, at: Date): Promise<boolean> {
  const latest = trx
    .selectFrom('letters')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .limit(1);
  const dropped = await trx
    .updateTable('letters')
    .set({ dropped_at: at })
    .where('id', '=', latest)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .executeTakeFirst();
  return dropped.numUpdatedRows > 0n;
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
  await enqueueTransferEndMails(trx, enqueue, order.id, at);
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

/** Enqueues the mail to a branch that is to send tires. A branch gets another one when it is asked again. */
export async function enqueueTransferMail(
  trx: Trx,
  enqueue: Enqueue,
  orderId: number,
  branch: string,
  at: Date,
): Promise<void> {
  await enqueueMail(trx, enqueue, orderId, 'branch-transfer', at, aboutBranch(branch, at));
}

const aboutBranch = (branch: string, at: Date) => `${branch} ${at.toISOString()}`;

/** Enqueues a mail to each branch that got the request of a transfer which has ended meanwhile. */
export async function enqueueTransferEndMails(trx: Trx, enqueue: Enqueue, orderId: number, at: Date): Promise<void> {
  const branches = await trx
    .selectFrom('transfers')
    .select('from_branch')
    .distinct()
    .where('order_id', '=', orderId)
    .where('state', '=', 'cancelled')
    .execute();
  const names = branches.map(({ from_branch }) => from_branch);
  await enqueueChangedTransferMails(trx, enqueue, orderId, names, at);
}

/** Enqueues a mail to branches whose request has changed, if they got it. */
export async function enqueueChangedTransferMails(
  trx: Trx,
  enqueue: Enqueue,
  orderId: number,
  branches: readonly string[],
  at: Date,
): Promise<void> {
  for (const branch of branches) {
    if (await wasAsked(trx, orderId, branch)) await enqueueTransferMail(trx, enqueue, orderId, branch, at);
  }
}

async function wasAsked(trx: Trx, orderId: number, branch: string): Promise<boolean> {
  const asked = await trx
    .selectFrom('letters')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'branch-transfer')
    .where('about', 'like', `${branch} %`)
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  return asked !== undefined;
}

export type MailContent = OrderAnswer & {
  id: string;
  kind: MailKind;
  sentAt: Date | null;
  droppedAt: Date | null;
  /** Where the pieces of each line are, for mails to the branch. */
  pieces?: OrderPiece[];
  transfer?: TransferRequest;
  /** What a change of the order changed, in mails about it. */
  change?: MailedChange;
  refund?: { amount: number };
  withdrawal?: {
    receivedAt: Date;
    name: string;
    items: { title: string; size: string; count: number }[];
    note: string;
  };
  /** What the buyer is told: the promised day, and the new one (null: not known). Absent: the delay is over or answered. */
  delay?: { promisedOn: Day; expectedOn: Day | null };
  /** Of tires that are ordered from suppliers, for mails to the branch. */
  purchased?: PurchasedTire[];
};

export type PurchasedTire = { tireId: string; supplier: string; purchase: string; article: string; ean: string | null };

export async function readMail(db: Kysely<Tables>, shopConfig: ShopConfig, id: string): Promise<MailContent | null> {
  const mail = await db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mail) return null;
  const answer = staffAnswerOf(await readOrder(db, mail.order_id), shopConfig);
  const about = { id, kind: mail.kind, sentAt: mail.sent_at, droppedAt: mail.dropped_at };
  const change = await mailedChange(db, mail);
  const content = { ...answer, ...about, ...(change && { change }) };
  if (mail.kind === 'branch-transfer') return { ...content, transfer: await transferRequestOf(db, mail) };
  if (mail.kind === 'delayed' || mail.kind === 'branch-unanswered') {
    const delay = await delayToTell(db, answer, mail.about);
    return { ...content, ...(delay && { delay }) };
  }
  if (mail.kind === 'branch-order' || mail.kind === 'branch-elsewhere') {
    const pieces = await piecesOf(db, shopConfig, mail.order_id);
    return { ...content, pieces, purchased: await purchasedTires(db, mail.order_id) };
  }
  if (mail.kind === 'branch-over') return { ...content, purchased: await purchasedTires(db, mail.order_id) };
  if (mail.kind === 'refunded') return { ...content, refund: await refundOf(db, mail.about) };
  if (mail.kind === 'withdrawal' || mail.kind === 'branch-withdrawal') {
    return { ...content, withdrawal: await withdrawalOf(db, mail.about, answer) };
  }
  return content;
}

/** Returns a delay with the newest day, if its buyer has not answered and the tires are still late. */
async function delayToTell(db: Kysely<Tables>, { order }: OrderAnswer, id: string) {
  const {
    answer,
    ended_at,
    promised_on: promisedOn,
  } = await db
    .selectFrom('delays')
    .select(['answer', 'ended_at', 'promised_on'])
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow();
  return answer === null && ended_at === null && order.delay
    ? { promisedOn, expectedOn: order.delay.expectedOn }
    : undefined;
}

export async function markSent(db: Kysely<Tables>, id: string, at: Date): Promise<void> {
  await db.updateTable('letters').set({ sent_at: at }).where('id', '=', id).execute();
}

export async function markDropped(db: Kysely<Tables>, id: string, at: Date): Promise<void> {
  await db.updateTable('letters').set({ dropped_at: at }).where('id', '=', id).execute();
}

async function purchasedTires(db: Kysely<Tables>, orderId: number): Promise<PurchasedTire[]> {
  return db
    .selectFrom('purchase_for as part')
    .innerJoin('purchase_lines as line', 'line.id', 'part.line_id')
    .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
    .select(['line.tire_id as tireId', 'purchase.supplier', 'purchase.number as purchase'])
    .select(['line.supplier_sku as article', 'line.ean'])
    .where('part.order_id', '=', orderId)
    .orderBy('line.id')
    .execute();
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
