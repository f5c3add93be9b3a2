import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction } from '../../../database/transaction.server.ts';
import type { Supplier } from '../../catalog/supplier/declaration.ts';
import type { ChangeStamp } from '../../history.server.ts';
import { recordPurchaseEvent } from '../draft-purchase.server.ts';
import { type OrderedTire, orderTermsOf } from '../order-terms.ts';
import { lockPurchase, type Purchase, readOrderedTires, referenceOf } from '../send-purchase.server.ts';
import { endExchange } from './exchanges.server.ts';
import { judgeStatus, statusCall } from './interfaces.server.ts';
import {
  exchangeResultOf,
  exchangeWith,
  logInAt,
  type OrderInterfaceContext,
  type SupplierWithInterface,
  supplierOrderOf,
} from './send-to-order-interface.server.ts';
import type { SupplierOrderAnswer } from './supplier-answer.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The interval of questions about an unclear purchase, in its first hour and later. */
const unclearIntervalMs = { firstHour: 10 * minuteMs, later: hourMs };
/** The interval of questions about a sent purchase that the supplier has not answered in full. */
const unansweredIntervalMs = 4 * hourMs;

/** Returns the purchases to ask about now: an employee wants it, the sending was unclear, or pieces are unanswered or on back order. */
export async function purchasesToAsk(
  db: Kysely<Tables>,
  suppliers: readonly Supplier[],
  now: Date,
): Promise<Purchase[]> {
  const askableIds = suppliers.map(({ id }) => id).filter((id) => orderTermsOf(id, suppliers).answersStateQueries);
  if (askableIds.length === 0) return [];
  const candidates = await db
    .selectFrom('purchases')
    .selectAll()
    .select(
      sql<Date | null>`(select max(at) from purchase_exchanges where purchase_id = purchases.id)`.as('exchangedAt'),
    )
    .select(
      sql<boolean>`exists (select from purchase_lines where purchase_id = purchases.id and open + backordered > 0)`.as(
        'hasUnconfirmedPieces',
      ),
    )
    .where('supplier', 'in', askableIds)
    .where('state', 'in', ['unclear', 'sent'])
    .where('send_requested_at', 'is', null)
    .orderBy('id')
    .execute();
  return candidates
    .filter((purchase) => purchase.ask_requested_at !== null || isDue(purchase, now))
    .map(({ exchangedAt: _, hasUnconfirmedPieces: __, ...purchase }) => purchase);
}

type Candidate = Purchase & { exchangedAt: Date | null; hasUnconfirmedPieces: boolean };

function isDue({ state, sent_at, exchangedAt, hasUnconfirmedPieces }: Candidate, now: Date): boolean {
  // No exchange is stored: the purchase was mailed, or a restore lost its exchange. Only an employee may decide to ask.
  if (exchangedAt === null) return false;
  const sinceExchangeMs = now.getTime() - exchangedAt.getTime();
  if (state === 'sent') return hasUnconfirmedPieces && sinceExchangeMs >= unansweredIntervalMs;
  const ageMs = now.getTime() - (sent_at ?? exchangedAt).getTime();
  const intervalMs = ageMs <= hourMs ? unclearIntervalMs.firstHour : unclearIntervalMs.later;
  return sinceExchangeMs >= intervalMs;
}

/** Asks a supplier about the last reference of a purchase. If the supplier has the order, an unclear purchase becomes sent, and the answer is
 * stored to be booked. Otherwise an unclear purchase stays unclear: the shop never repeats it by itself. */
export async function askSupplier(
  context: OrderInterfaceContext,
  supplier: SupplierWithInterface,
  purchase: Purchase,
  { answerDueAt, ...change }: ChangeStamp & { answerDueAt: Date },
): Promise<SupplierOrderAnswer> {
  const reference = referenceOf(purchase);
  const tires = await tiresAsSent(context.db, purchase.id);
  const call = statusCall(
    supplierOrderOf(context, supplier, { reference, branch: purchase.branch, tires }),
    supplier.order,
  );
  if (!call) throw new Error(`supplier ${supplier.id} answers no questions about orders`);
  const access = await logInAt(context, supplier);
  const exchange = { purchase_id: purchase.id, kind: 'status', reference } as const;
  const isGet = call.request.body === undefined;
  const { id, transfer } = await exchangeWith(context, access, exchange, call.request);
  // Without a login, `exchangeWith` has sent no request.
  const answer: SupplierOrderAnswer =
    'failed' in access ? { outcome: 'unsent', reason: access.failed } : judgeStatus(transfer, call.read, isGet);
  const exchangeResult = exchangeResultOf(id, transfer, answer);
  await inTransaction(context.db, async (trx) => {
    const { state, revision } = await lockPurchase(trx, purchase.id);
    const isCurrent = revision === purchase.revision && ['unclear', 'sent'].includes(state);
    const resultWithoutBooking = { ...exchangeResult, lines: [] };
    await endExchange(trx, isCurrent ? exchangeResult : resultWithoutBooking);
    await trx.updateTable('purchases').set({ ask_requested_at: null }).where('id', '=', purchase.id).execute();
    if (!isCurrent) return;
    const isFound = answer.outcome === 'accepted';
    if (isFound && exchangeResult.supplierNumber)
      await trx
        .updateTable('purchases')
        .set({ supplier_number: exchangeResult.supplierNumber })
        .where('id', '=', purchase.id)
        .execute();
    if (state !== 'unclear') return;
    if (isFound) {
      await trx
        .updateTable('purchases')
        .set({ state: 'sent', send_requested_at: null, answer_due_at: answerDueAt })
        .where('id', '=', purchase.id)
        .execute();
      await recordPurchaseEvent(trx, purchase.id, change, 'found', { reference });
      return;
    }
    const event = answer.outcome === 'unknown' ? 'not-found' : 'not-answered';
    const askedByEmployee = purchase.ask_requested_at !== null;
    if (askedByEmployee || event === 'not-found')
      await recordPurchaseEvent(trx, purchase.id, change, event, { reference, reason: answer.reason });
  });
  return answer;
}

/** Returns the tires with the counts that the supplier got, also of pieces that it has refused since. */
async function tiresAsSent(db: Kysely<Tables>, purchaseId: number): Promise<OrderedTire[]> {
  const lines = await db
    .selectFrom('purchase_lines')
    .select(['id', 'ordered'])
    .where('purchase_id', '=', purchaseId)
    .execute();
  const ordered = new Map(lines.map((line) => [line.id, line.ordered]));
  return (await readOrderedTires(db, purchaseId)).map((tire) => ({
    ...tire,
    count: ordered.get(tire.lineId) ?? tire.count,
  }));
}
