import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { toEuros } from '../../money.ts';
import { bookedSumsOf } from '../../payment/payments.server.ts';
import { staffAnswerOf } from '../order-answer.server.ts';
import type { MailKind } from '../order-mails.server.ts';
import { type OrderPiece, piecesOf } from '../order-pieces.server.ts';
import type { OrderAnswer } from '../order-view.ts';
import { readOrder } from '../read-order.server.ts';
import { type TransferRequest, transferRequestOf } from '../transfer-request.server.ts';
import { type MailedChange, mailedChange } from './mailed-change.server.ts';
import { type MailedFitting, mailedFitting } from './mailed-fitting.server.ts';

export type StoredMail = OrderAnswer & {
  id: string;
  kind: MailKind;
  /** The address to which an employee sends a document, if not the buyer's. */
  recipient?: string;
  sentAt: Date | null;
  droppedAt: Date | null;
  pieces?: OrderPiece[];
  stockTransfer?: TransferRequest;
  fitting?: MailedFitting;
  change?: MailedChange;
  refund?: { amount: number };
  /** In mails about a payment: the amount that arrived with it, in euros. */
  received?: number;
  withdrawal?: {
    receivedAt: Date;
    name: string;
    items: { title: string; size: string; count: number }[];
    note: string;
  };
  /** In mails about a delay. `expectedOn` null: the new day is not known. Absent: the delay is over or answered. */
  delay?: { promisedOn: Day; expectedOn: Day | null };
  readyOn?: Day;
  purchasedTires?: PurchasedTire[];
};

export type PurchasedTire = {
  tireId: string;
  supplier: string;
  purchaseNumber: string;
  supplierSku: string;
  ean: string | null;
};

type MailRow = Selectable<Tables['letters']>;

export async function readMail(db: Kysely<Tables>, shopConfig: ShopConfig, id: string): Promise<StoredMail | null> {
  const mail = await db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mail) return null;
  const orderAnswer = staffAnswerOf(await readOrder(db, mail.order_id), shopConfig);
  return {
    ...orderAnswer,
    id,
    kind: mail.kind,
    sentAt: mail.sent_at,
    droppedAt: mail.dropped_at,
    recipient: mail.recipient ?? undefined,
    change: await mailedChange(db, mail),
    fitting: await mailedFitting(db, mail),
    ...(await contentOfKind(db, shopConfig, mail, orderAnswer)),
  };
}

async function contentOfKind(
  db: Kysely<Tables>,
  shopConfig: ShopConfig,
  mail: MailRow,
  orderAnswer: OrderAnswer,
): Promise<Partial<StoredMail>> {
  const { kind, order_id: orderId, about: eventKey } = mail;
  switch (kind) {
    case 'branch-transfer':
      return { stockTransfer: await transferRequestOf(db, mail) };
    case 'delayed':
    case 'branch-unanswered':
      return { delay: await unansweredDelay(db, orderAnswer, eventKey) };
    case 'branch-order':
    case 'branch-elsewhere':
      return { pieces: await piecesOf(db, shopConfig, orderId), purchasedTires: await purchasedTires(db, orderId) };
    case 'not-collected':
    case 'branch-not-collected':
      return { readyOn: readyDayOf(eventKey), pieces: await piecesOf(db, shopConfig, orderId) };
    case 'branch-over':
      return { purchasedTires: await purchasedTires(db, orderId) };
    case 'paid':
      return { received: await receivedEurosOf(db, eventKey) };
    case 'refunded':
      return { refund: await refundOf(db, eventKey) };
    case 'withdrawal':
    case 'branch-withdrawal':
      return { withdrawal: await withdrawalOf(db, eventKey, orderAnswer) };
    default:
      return {};
  }
}

/** `eventKey` of a reminder to collect: the day on which the order became ready, a space, and the kind of reminder. */
function readyDayOf(eventKey: string): Day | undefined {
  return eventKey.split(' ', 1)[0];
}

async function unansweredDelay(db: Kysely<Tables>, { order }: OrderAnswer, id: string) {
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

async function purchasedTires(db: Kysely<Tables>, orderId: number): Promise<PurchasedTire[]> {
  return db
    .selectFrom('purchase_for as part')
    .innerJoin('purchase_lines as line', 'line.id', 'part.line_id')
    .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
    .select(['line.tire_id as tireId', 'purchase.supplier', 'purchase.number as purchaseNumber'])
    .select(['line.supplier_sku as supplierSku', 'line.ean'])
    .where('part.order_id', '=', orderId)
    .orderBy('line.id')
    .execute();
}

async function receivedEurosOf(db: Kysely<Tables>, paymentId: string): Promise<number> {
  return toEuros((await bookedSumsOf(db, { paymentId })).paid);
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
  const declaredItems = (items ?? []).flatMap(({ id: tireId, count }) => {
    const item = boughtItems.get(tireId);
    return item ? [{ title: item.title, size: item.size, count }] : [];
  });
  return { receivedAt: received_at, name, items: declaredItems, note };
}
