import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Trx } from '../../database/transaction.server.ts';
import type { ChangeStamp } from '../history.server.ts';
import type { Enqueue } from '../jobs.server.ts';
import { isPrepaid } from '../payment/payment-methods.ts';
import type { LockedOrder } from './change-order.server.ts';

export type MailKind = Tables['letters']['kind'];

type NewMail = {
  orderId: number;
  kind: MailKind;
  at: Date;
  /** Identifies the event, for example by its time. Each kind is enqueued once per event of an order. Stored as `about`. */
  eventKey?: string;
  /** Null: the buyer or the branch, by the kind. */
  recipient?: string | null;
  afterSeconds?: number;
};

/** Enqueues a mail, which is sent after the commit, unless the same mail was enqueued before. */
export async function enqueueMail(trx: Trx, enqueue: Enqueue, newMail: NewMail): Promise<void> {
  const { orderId, kind, at, eventKey = '', recipient = null, ...jobDelay } = newMail;
  const mail = await trx
    .insertInto('letters')
    .values({ order_id: orderId, kind, about: eventKey, recipient, created_at: at })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind', 'about']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (mail) await enqueue(trx, { name: 'send-letter', letterId: mail.id, ...jobDelay });
}

export async function hasUnsentMail(db: Kysely<Tables>, orderId: number, kind: MailKind): Promise<boolean> {
  const latest = await latestMail(db, orderId, kind);
  return latest !== undefined && latest.sent_at === null && latest.dropped_at === null;
}

/** True if the latest mail of a kind was not sent, because it was not correct any more. */
export async function hasDroppedMail(db: Kysely<Tables>, orderId: number, kind: MailKind): Promise<boolean> {
  return ((await latestMail(db, orderId, kind))?.dropped_at ?? null) !== null;
}

function latestMail(db: Kysely<Tables>, orderId: number, kind: MailKind) {
  return db
    .selectFrom('letters')
    .select(['sent_at', 'dropped_at'])
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/** Drops the latest mail of a kind. Returns false if it was sent or dropped already. */
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

/** Enqueues the jobs that mail a new order to its buyer, if there is an address, and to the branch, unless it is prepaid. The caller then inserts the returned mails into `letters`. */
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

/** Mails the buyer, the branches that were asked for tires, and the order's branch, unless that branch ended the order or got no mail about it. */
export async function enqueueOrderEndedMails(
  trx: Trx,
  enqueue: Enqueue,
  order: LockedOrder,
  kind: 'cancelled' | 'expired',
  { at, actor }: ChangeStamp,
): Promise<void> {
  const mail = { orderId: order.id, at, eventKey: at.toISOString() };
  await enqueueMail(trx, enqueue, { ...mail, kind });
  await enqueueTransferEndMails(trx, enqueue, order.id, at);
  if (actor.startsWith('branch:')) return;
  if (await isKnownToBranch(trx, order.id)) await enqueueMail(trx, enqueue, { ...mail, kind: 'branch-over' });
}

export async function isKnownToBranch(trx: Trx, orderId: number): Promise<boolean> {
  const mail = await trx
    .selectFrom('letters')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'branch-order')
    .limit(1)
    .executeTakeFirst();
  return mail !== undefined;
}

/** Mails a branch that it must send tires, or that its request has changed or ended. Each call enqueues a new mail. */
export async function enqueueTransferMail(
  trx: Trx,
  enqueue: Enqueue,
  orderId: number,
  branch: string,
  at: Date,
): Promise<void> {
  await enqueueMail(trx, enqueue, { orderId, kind: 'branch-transfer', at, eventKey: `${branch} ${at.toISOString()}` });
}

/** SQL: whether a mail of the kind `branch-transfer` went to this branch. */
export function isAboutBranch(branch: string): RawBuilder<boolean> {
  return sql<boolean>`starts_with(about, ${`${branch} `})`;
}

async function enqueueTransferEndMails(trx: Trx, enqueue: Enqueue, orderId: number, at: Date): Promise<void> {
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

/** Mails the changed request, or its end, to those of `branches` to which a request was sent. */
export async function enqueueChangedTransferMails(
  trx: Trx,
  enqueue: Enqueue,
  orderId: number,
  branches: readonly string[],
  at: Date,
): Promise<void> {
  for (const branch of branches) {
    if (await wasRequestSent(trx, orderId, branch)) await enqueueTransferMail(trx, enqueue, orderId, branch, at);
  }
}

async function wasRequestSent(trx: Trx, orderId: number, branch: string): Promise<boolean> {
  const request = await trx
    .selectFrom('letters')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'branch-transfer')
    .where(isAboutBranch(branch))
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  return request !== undefined;
}

export async function markMailSent(db: Kysely<Tables>, id: string, at: Date): Promise<void> {
  await db.updateTable('letters').set({ sent_at: at }).where('id', '=', id).execute();
}

export async function markMailDropped(db: Kysely<Tables>, id: string, at: Date): Promise<void> {
  await db.updateTable('letters').set({ dropped_at: at }).where('id', '=', id).execute();
}
