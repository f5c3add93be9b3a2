import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction, isDraftTaken, retryWhen, type Trx } from '../../database/transaction.server.ts';
import { supplierLocation } from '../catalog/stock-location.ts';
import { fullSizeOfRow } from '../catalog/tire/size-of-row.server.ts';
import { tireName } from '../catalog/tire/tire.ts';
import type { ChangeStamp } from '../history.server.ts';
import { laterDay, lockDraft, lockStockRows, recordPurchaseEvent } from './draft-purchase.server.ts';
import { removeUnawaitedPieces } from './order-parts.server.ts';
import type { OrderedTire } from './order-terms.ts';
import {
  addToNextDraft,
  countPieces,
  lockUnpaidOrders,
  removeUnpaidParts,
  unpaidParts,
} from './unpaid-parts.server.ts';
import { type ExchangeResult, endExchange } from './wire/exchanges.server.ts';

export type Purchase = Selectable<Tables['purchases']>;

const minuteMs = 60_000;
/** Sending a mail or calling the supplier's system takes some minutes at most; after this time the attempt was interrupted. */
const sendingTimeoutMs = 10 * minuteMs;

/** `reference`: the number by which the supplier knows the purchase, different for each repeat. `requestedAt`: when an employee asked to send it. */
export type Sending = Pick<Purchase, 'id' | 'number' | 'revision' | 'supplier' | 'branch'> & {
  reference: string;
  isRepeat: boolean;
  requestedAt: Date | null;
  at: Date;
  tires: OrderedTire[];
};

/** Returns `P26-00017`, or `P26-00017-2` for the first repeat. */
export function referenceOf({ number, revision }: Pick<Purchase, 'number' | 'revision'>): string {
  return revision > 1 ? `${number}-${revision}` : number;
}

/** Commits the state `sending` before the mail or request is sent. Returns null if the purchase must not be sent (any more). Unless an employee
 * requested it, pieces of orders that are unpaid beyond `unpaidLimitCents` move to the next draft. */
export async function startSending(
  db: Kysely<Tables>,
  id: number,
  { unpaidLimitCents = Number.POSITIVE_INFINITY, ...change }: ChangeStamp & { unpaidLimitCents?: number },
): Promise<Sending | null> {
  return inTransaction(db, async (trx) => {
    const lockedOrders = await lockUnpaidOrders(trx, id, unpaidLimitCents);
    const purchase = await lockPurchase(trx, id);
    const { number, supplier, branch, send_requested_at: requestedAt } = purchase;
    const isRepeat = purchase.state === 'unclear' && requestedAt !== null;
    if (purchase.state !== 'draft' && !isRepeat) return null;
    const unpaid = requestedAt === null ? await unpaidParts(trx, id, unpaidLimitCents) : [];
    // An unpaid order was added to the purchase after the orders were locked: the next run locks it.
    if (unpaid.some(({ orderId }) => !lockedOrders.has(orderId))) return null;
    const pieceCount = (await readOrderedTires(trx, id)).reduce((sum, { count }) => sum + count, 0);
    const areAllUnpaid = unpaid.length > 0 && countPieces(unpaid) === pieceCount;
    if (areAllUnpaid) return null;
    await removeUnpaidParts(trx, unpaid);
    const tires = await readOrderedTires(trx, id);
    // Only a draft that had no lines gets here without tires.
    if (tires.length === 0) {
      await closePurchase(trx, id, change);
      return null;
    }
    const revision = purchase.revision + (isRepeat ? 1 : 0);
    const reference = referenceOf({ number, revision });
    await trx
      .updateTable('purchases')
      .set({ state: 'sending', revision, sent_at: change.at, send_requested_at: null })
      .where('id', '=', id)
      .execute();
    await addToNextDraft(trx, purchase, unpaid, change);
    await recordPurchaseEvent(trx, id, change, 'sending', { reference });
    return { id, number, revision, supplier, branch, reference, isRepeat, requestedAt, at: change.at, tires };
  });
}

export async function lockPurchase(trx: Trx, id: number): Promise<Purchase> {
  return trx.selectFrom('purchases').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

export async function closePurchase(trx: Trx, id: number, change: ChangeStamp): Promise<void> {
  await trx.updateTable('purchases').set({ state: 'closed', closed_at: change.at }).where('id', '=', id).execute();
  await recordPurchaseEvent(trx, id, change, 'closed');
}

/** Returns the lines of a purchase with the names of their tires. `count`: without refused and cancelled pieces. */
export async function readOrderedTires(db: Kysely<Tables>, purchaseId: number): Promise<OrderedTire[]> {
  const rows = await db
    .selectFrom('purchase_lines as line')
    .innerJoin('tires as tire', 'tire.id', 'line.tire_id')
    .innerJoin('manufacturers as manufacturer', 'manufacturer.id', 'tire.manufacturer_id')
    .select([
      'line.id as lineId',
      'line.supplier_sku as supplierSku',
      'line.ean',
      'line.ordered',
      'line.refused',
      'line.cancelled',
    ])
    .select(['manufacturer.id as manufacturerId', 'manufacturer.label', 'tire.model', 'tire.marks'])
    .select(['tire.tread_width', 'tire.profile', 'tire.diameter', 'tire.construction'])
    .select(['tire.load_index', 'tire.speed_index'])
    .where('line.purchase_id', '=', purchaseId)
    .orderBy('line.supplier_sku')
    .orderBy('line.id')
    .execute();
  return rows.map((row) => ({
    lineId: row.lineId,
    supplierSku: row.supplierSku,
    ean: row.ean,
    title: tireName({ manufacturer: { id: row.manufacturerId, label: row.label }, model: row.model }),
    size: fullSizeOfRow(row),
    count: row.ordered - row.refused - row.cancelled,
  }));
}

/** `unsent`: the mail server or the supplier's system certainly did not accept the purchase, and another attempt may succeed. `rejected`: it
 * would be rejected again. `unclear`: it may have been accepted. `exchange`: what the supplier's system answered. */
export type SendResult = ({ result: 'sent' } | { result: 'unsent' | 'rejected' | 'unclear'; reason: string }) & {
  exchange?: ExchangeResult;
};

/** Stores the result of a sending. `answerDueAt`: the time by which the supplier should answer. */
export async function endSending(
  db: Kysely<Tables>,
  sending: Sending,
  outcome: SendResult,
  { answerDueAt, ...change }: ChangeStamp & { answerDueAt: Date },
): Promise<void> {
  await retryWhen(isDraftTaken, () =>
    inTransaction(db, async (trx) => {
      const mayRevert = outcome.result === 'unsent' || outcome.result === 'rejected';
      if (mayRevert) await lockSupplierStock(trx, sending);
      const purchase = await lockPurchase(trx, sending.id);
      const details = { reference: sending.reference, ...('reason' in outcome ? { reason: outcome.reason } : {}) };
      const isCurrent = purchase.revision === sending.revision && ['sending', 'unclear'].includes(purchase.state);
      const { exchange } = outcome;
      // If the purchase was sent again meanwhile, or an employee decided its state, this result is only recorded, and its lines change nothing.
      if (exchange) await endExchange(trx, isCurrent ? exchange : { ...exchange, lines: [] });
      if (!isCurrent) return recordPurchaseEvent(trx, sending.id, change, `late-${outcome.result}`, details);
      await recordPurchaseEvent(
        trx,
        sending.id,
        change,
        outcome.result === 'unsent' ? 'not-sent' : outcome.result,
        details,
      );
      if (outcome.result === 'unsent') return revertUnsentPurchase(trx, sending, change);
      // Without the request of the employee, because the supplier would reject the purchase again.
      if (outcome.result === 'rejected') return revertUnsentPurchase(trx, { ...sending, requestedAt: null }, change);
      await trx
        .updateTable('purchases')
        .set(outcome.result === 'sent' ? { state: 'sent', answer_due_at: answerDueAt } : { state: 'unclear' })
        .set(exchange?.supplierNumber ? { supplier_number: exchange.supplierNumber } : {})
        .where('id', '=', sending.id)
        .execute();
    }),
  );
}

async function lockSupplierStock(trx: Trx, { id, supplier }: Sending): Promise<void> {
  const lines = await trx.selectFrom('purchase_lines').select('tire_id').where('purchase_id', '=', id).execute();
  const tireIds = lines.map(({ tire_id }) => tire_id);
  await lockStockRows(trx, tireIds, [supplierLocation(supplier)]);
}

/** Makes the purchase a draft again, without the pieces that its orders no longer await, or `unclear` if it was a repeat of an unclear sending. */
async function revertUnsentPurchase(
  trx: Trx,
  { id, revision, isRepeat, requestedAt, ...sending }: Sending,
  change: ChangeStamp,
) {
  if (!isRepeat) {
    await removeUnawaitedPieces(trx, { id, ...sending }, change);
    await absorbDraft(trx, { id, ...sending }, change);
  }
  await trx
    .updateTable('purchases')
    .set({ send_requested_at: requestedAt })
    .set(isRepeat ? { state: 'unclear', revision: revision - 1 } : { state: 'draft', sent_at: null })
    .where('id', '=', id)
    .execute();
}

/** Moves the lines of a newer draft into this purchase, because a supplier and branch may have only one draft. */
async function absorbDraft(
  trx: Trx,
  { id, number, supplier, branch }: Pick<Purchase, 'id' | 'number' | 'supplier' | 'branch'>,
  change: ChangeStamp,
): Promise<void> {
  const newerDraft = await lockDraft(trx, supplier, branch);
  if (!newerDraft) return;
  await sql`
    insert into purchase_lines (purchase_id, tire_id, supplier_sku, ean, cost_net, ordered, owed)
    select ${id}, tire_id, supplier_sku, ean, cost_net, ordered, owed
    from purchase_lines where purchase_id = ${newerDraft.id}
    on conflict (purchase_id, tire_id) do update
      set ordered = purchase_lines.ordered + excluded.ordered, owed = purchase_lines.owed + excluded.owed`.execute(trx);
  await sql`
    insert into purchase_for (line_id, order_id, position, count, expected_on)
    select own.id, part.order_id, part.position, part.count, part.expected_on
    from purchase_for part
    join purchase_lines newer on newer.id = part.line_id and newer.purchase_id = ${newerDraft.id}
    join purchase_lines own on own.tire_id = newer.tire_id and own.purchase_id = ${id}
    on conflict (line_id, order_id, position) do update
      set count = purchase_for.count + excluded.count, expected_on = ${laterDay}`.execute(trx);
  const lines = trx.selectFrom('purchase_lines').select('id').where('purchase_id', '=', newerDraft.id);
  await trx.deleteFrom('purchase_for').where('line_id', 'in', lines).execute();
  await trx.deleteFrom('purchase_lines').where('purchase_id', '=', newerDraft.id).execute();
  await recordPurchaseEvent(trx, newerDraft.id, change, 'joined', { into: number });
  await closePurchase(trx, newerDraft.id, change);
}

/** Marks as unclear the purchases whose sending was interrupted because the process ended. */
export async function endInterruptedSendings(db: Kysely<Tables>, change: ChangeStamp): Promise<void> {
  await inTransaction(db, async (trx) => {
    const interrupted = await trx
      .updateTable('purchases')
      .set({ state: 'unclear' })
      .where('state', '=', 'sending')
      .where('sent_at', '<=', new Date(change.at.getTime() - sendingTimeoutMs))
      .returning(['id', 'number', 'revision'])
      .execute();
    for (const purchase of interrupted) {
      const details = { reference: referenceOf(purchase), reason: 'interrupted' };
      await recordPurchaseEvent(trx, purchase.id, change, 'unclear', details);
    }
  });
}
