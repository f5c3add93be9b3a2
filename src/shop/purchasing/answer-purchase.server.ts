import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { commitIfOkWithRetry, type Trx } from '../../database/transaction.server.ts';
import type { Day } from '../calendar.ts';
import { supplierLocation } from '../catalog/stock-location.ts';
import type { ChangeStamp } from '../history.server.ts';
import { lockStockRows, recordPurchaseEvent } from './draft-purchase.server.ts';
import {
  backorderableOf,
  backorderPieces,
  confirmableOf,
  confirmPieces,
  outstandingOf,
  type Quantities,
  unansweredOf,
} from './quantities.ts';
import { closePurchase, lockPurchase, type Purchase } from './send-purchase.server.ts';

/** `tire`: its id, the supplier's article code or its EAN. */
export type TireCount = { tire: string; count: number };

export type PurchaseRefusal =
  | { ok: false; reason: 'unknown-purchase' }
  | { ok: false; reason: 'wrong-state'; state: Purchase['state'] }
  | { ok: false; reason: 'not-askable' }
  | { ok: false; reason: 'unknown-tire'; tire: string }
  | { ok: false; reason: 'too-many'; tire: string; possible: number };

export type PurchaseResult = { ok: true } | PurchaseRefusal;

export type PurchaseLine = Selectable<Tables['purchase_lines']>;

/** Requests that the next run of the job sends the draft; with `again`, that it repeats a sending whose outcome is unclear. */
export async function requestSending(
  db: Kysely<Tables>,
  number: string,
  { again, ...change }: ChangeStamp & { again: boolean },
): Promise<PurchaseResult> {
  return changePurchase(db, number, [again ? 'unclear' : 'draft'], async (trx, { id }) => {
    await trx.updateTable('purchases').set({ send_requested_at: change.at }).where('id', '=', id).execute();
    await recordPurchaseEvent(trx, id, change, again ? 'repeat-requested' : 'sending-requested');
    return { ok: true };
  });
}

/** Requests that the next run of the job asks the supplier's system about the purchase. `canQuery`: whether the system answers questions about a purchase; `hadExchange`: messages about it were exchanged. */
export async function requestStateQuery(
  db: Kysely<Tables>,
  number: string,
  { canQuery, ...change }: ChangeStamp & { canQuery: (supplier: string, hadExchange: boolean) => boolean },
): Promise<PurchaseResult> {
  return changePurchase(db, number, ['unclear', 'sent'], async (trx, { id, supplier }) => {
    const exchange = trx.selectFrom('purchase_exchanges').select('id').where('purchase_id', '=', id).limit(1);
    const hadExchange = (await exchange.executeTakeFirst()) !== undefined;
    if (!canQuery(supplier, hadExchange)) return { ok: false, reason: 'not-askable' };
    await trx.updateTable('purchases').set({ ask_requested_at: change.at }).where('id', '=', id).execute();
    await recordPurchaseEvent(trx, id, change, 'asking-requested');
    return { ok: true };
  });
}

/** Records that the supplier has received a purchase whose sending had an unclear outcome. */
export async function markAsSent(
  db: Kysely<Tables>,
  number: string,
  { answerDueAt, ...change }: ChangeStamp & { answerDueAt: (purchase: Purchase) => Date },
): Promise<PurchaseResult> {
  return changePurchase(db, number, ['unclear'], async (trx, purchase) => {
    await trx
      .updateTable('purchases')
      .set({ state: 'sent', send_requested_at: null, answer_due_at: answerDueAt(purchase) })
      .where('id', '=', purchase.id)
      .execute();
    await recordPurchaseEvent(trx, purchase.id, change, 'sent');
    return { ok: true };
  });
}

/** `pieces`: the confirmed pieces, also ones on back order; absent: all that the supplier has not answered. `expected`: the day on which the tires arrive at the branch. */
export type Confirmation = { pieces?: readonly TireCount[]; expected?: Day };

export async function confirmPurchase(
  db: Kysely<Tables>,
  number: string,
  { pieces, expected }: Confirmation,
  change: ChangeStamp,
): Promise<PurchaseResult> {
  const book = async (trx: Trx, purchase: Purchase): Promise<PurchaseResult> => {
    const lines = await linesOf(trx, purchase.id);
    const confirmed: LineCounts = pieces ? countByLine(lines, pieces, confirmableOf) : allUnanswered(lines);
    if (!confirmed.ok) return confirmed;
    const tires: TireCount[] = [];
    for (const [line, count] of confirmed.counts) {
      // The day also applies to pieces that were confirmed earlier, so it is stored even if `count` is 0.
      if (expected !== undefined && outstandingOf(line) > 0)
        await trx.updateTable('purchase_lines').set({ expected_on: expected }).where('id', '=', line.id).execute();
      if (count === 0) continue;
      await writeQuantities(trx, line.id, confirmPieces(line, count), { confirmed_at: change.at });
      tires.push({ tire: line.tire_id, count });
    }
    await recordPurchaseEvent(trx, purchase.id, change, 'confirmed', { tires, ...(expected && { expected }) });
    return { ok: true };
  };
  return changePurchase(db, number, ['sent'], book, { writesQuantities: true });
}

/** `expected` null: the supplier does not know the day on which the tires arrive. */
export async function backorderPurchase(
  db: Kysely<Tables>,
  number: string,
  { pieces, expected = null }: { pieces: readonly TireCount[]; expected?: Day | null },
  change: ChangeStamp,
): Promise<PurchaseResult> {
  const book = async (trx: Trx, purchase: Purchase): Promise<PurchaseResult> => {
    const counted = countByLine(await linesOf(trx, purchase.id), pieces, backorderableOf);
    if (!counted.ok) return counted;
    const tires: TireCount[] = [];
    for (const [line, count] of counted.counts) {
      await writeQuantities(trx, line.id, backorderPieces(line, count), { expected_on: expected });
      tires.push({ tire: line.tire_id, count });
    }
    await recordPurchaseEvent(trx, purchase.id, change, 'backordered', { tires, ...(expected && { expected }) });
    return { ok: true };
  };
  return changePurchase(db, number, ['sent'], book, { writesQuantities: true });
}

/** `writesQuantities`: also locks the supplier's stock, as all transactions that write the quantities of a sent purchase do. */
async function changePurchase(
  db: Kysely<Tables>,
  number: string,
  states: readonly Purchase['state'][],
  act: (trx: Trx, purchase: Purchase) => Promise<PurchaseResult>,
  { writesQuantities = false } = {},
): Promise<PurchaseResult> {
  return commitIfOkWithRetry(db, async (trx): Promise<PurchaseResult> => {
    const unlocked = await findPurchase(trx, number);
    if (!unlocked) return { ok: false, reason: 'unknown-purchase' };
    if (writesQuantities) {
      const tireIds = (await linesOf(trx, unlocked.id)).map(({ tire_id }) => tire_id);
      await lockStockRows(trx, tireIds, [supplierLocation(unlocked.supplier)]);
    }
    const purchase = await lockPurchase(trx, unlocked.id);
    if (!states.includes(purchase.state)) return { ok: false, reason: 'wrong-state', state: purchase.state };
    return act(trx, purchase);
  });
}

/** The case of `number` is ignored. Takes no lock. */
export async function findPurchase(db: Kysely<Tables>, number: string): Promise<Purchase | undefined> {
  return db.selectFrom('purchases').selectAll().where('number', '=', number.trim().toUpperCase()).executeTakeFirst();
}

export async function linesOf(db: Kysely<Tables>, purchaseId: number): Promise<PurchaseLine[]> {
  return db.selectFrom('purchase_lines').selectAll().where('purchase_id', '=', purchaseId).orderBy('id').execute();
}

type LineCounts = { ok: true; counts: Map<PurchaseLine, number> } | PurchaseRefusal;

function allUnanswered(lines: readonly PurchaseLine[]): LineCounts {
  return { ok: true, counts: new Map(lines.map((line) => [line, unansweredOf(line)])) };
}

/** Adds up pieces by purchase line. Refuses unknown tires and sums above the `limit` of a line. */
export function countByLine(
  lines: readonly PurchaseLine[],
  pieces: readonly TireCount[],
  limit: (line: PurchaseLine) => number,
): LineCounts {
  const counts = new Map<PurchaseLine, number>();
  for (const { tire, count } of pieces) {
    const line = lines.find(({ tire_id, supplier_sku, ean }) => [tire_id, supplier_sku, ean].includes(tire));
    if (!line) return { ok: false, reason: 'unknown-tire', tire };
    const sum = (counts.get(line) ?? 0) + count;
    if (sum > limit(line)) return { ok: false, reason: 'too-many', tire, possible: limit(line) };
    counts.set(line, sum);
  }
  return { ok: true, counts };
}

export async function writeQuantities(
  trx: Trx,
  lineId: number,
  { confirmed, backordered, refused, cancelled, received, owed }: Quantities,
  otherColumns: { confirmed_at?: Date; expected_on?: Day | null } = {},
): Promise<void> {
  await trx
    .updateTable('purchase_lines')
    .set({ confirmed, backordered, refused, cancelled, received, owed, ...otherColumns })
    .where('id', '=', lineId)
    .execute();
}

export async function closeIfComplete(trx: Trx, id: number, change: ChangeStamp): Promise<void> {
  const lines = await linesOf(trx, id);
  if (lines.every((line) => outstandingOf(line) === 0)) await closePurchase(trx, id, change);
}
