import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { supplierLocation } from '../../catalog/stock-location.ts';
import type { ChangeStamp } from '../../history.server.ts';
import { type Hold, movePieces } from '../../order/holds.ts';
import {
  closeIfComplete,
  countByLine,
  linesOf,
  type PurchaseLine,
  type PurchaseRefusal,
  type TireCount,
} from '../../purchasing/answer-purchase.server.ts';
import { changeOwed, recordPurchaseEvent } from '../../purchasing/draft-purchase.server.ts';
import { receiveOnLine, receivePart } from '../../purchasing/order-parts.server.ts';
import { distribute, outstandingOf } from '../../purchasing/quantities.ts';
import type { Purchase } from '../../purchasing/send-purchase.server.ts';
import { type DelayOutcome, handleDelays } from '../delays/handle-delays.server.ts';
import { changeBranchStock } from '../desk/branch-stock.server.ts';
import { isPaidInFull } from '../handover/paid-in-full.server.ts';
import { makeReadyIfAllHere } from '../handover/ready.server.ts';
import { requestTransfers } from '../handover/request-transfers.server.ts';
import { notifyStockChange } from '../place/offers.server.ts';
import { changeHolds } from '../settle/holds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { refuseOnLine } from './refuse-tires.server.ts';
import { type LockedOrders, lockSentPurchase, orderPartsOfLine } from './waiting-orders.server.ts';

/** `good` absent: all pieces that may still arrive. `wrong`: pieces of another tire. Neither wrong nor damaged pieces count as received. */
export type Delivery = {
  good?: readonly TireCount[];
  wrong: readonly TireCount[];
  damaged: readonly TireCount[];
  note: string;
  /** No more of the counted tires will arrive: their outstanding pieces are booked as refused by the supplier. */
  isLastDelivery?: boolean;
};

/** `ready`: numbers of the orders that became ready. `surplus`: pieces without an order, by tire. `delays`: delays of orders with missing tires. */
export type DeliveryResult = {
  ok: true;
  ready: string[];
  surplus: { tire: string; count: number }[];
  delays: DelayOutcome[];
};

/** Books a delivery at the branch of a purchase. The oldest orders get their pieces first. Pieces that no order needs become free stock. */
export async function receivePurchase(
  shop: ShopContext,
  number: string,
  delivery: Delivery,
  actor: string,
): Promise<DeliveryResult | PurchaseRefusal> {
  let orderIdsLackingTires: number[] = [];
  const receipt = await commitIfOkWithRetry(shop.db, async (trx): Promise<DeliveryResult | PurchaseRefusal> => {
    // Reset, because a retry runs the transaction again.
    orderIdsLackingTires = [];
    const locked = await lockSentPurchase(trx, number, { withBranchStock: true });
    if (!locked.ok) return locked;
    const { purchase, orders, tireIds } = locked;
    const change = { at: shop.now(), actor };
    const lines = await linesOf(trx, purchase.id);
    const counted = countDelivery(lines, delivery);
    if (!counted.ok) return counted;
    const surplus: DeliveryResult['surplus'] = [];
    for (const { line, good, wrong, damaged } of counted.lines) {
      const surplusCount = await giveToOrders(trx, shop.enqueue, purchase, orders, line, good, change);
      if (surplusCount > 0) surplus.push({ tire: line.tire_id, count: surplusCount });
      await addFreeStock(trx, purchase, line, surplusCount, change);
      await setApart(trx, purchase, line, { wrong, damaged }, change);
    }
    const tires = counted.lines.map(({ line, ...counts }) => ({ tire: line.tire_id, ...counts }));
    await recordPurchaseEvent(trx, purchase.id, change, 'received', {
      tires,
      ...(delivery.note && { note: delivery.note }),
    });
    if (delivery.isLastDelivery)
      orderIdsLackingTires = await refuseOutstanding(trx, purchase, orders, counted.lines, change);
    await notifyStockChange(trx, tireIds);
    await closeIfComplete(trx, purchase.id, change);
    return { ok: true, ready: await makeOrdersReady(trx, shop, orders, change), surplus, delays: [] };
  });
  return receipt.ok ? { ...receipt, delays: await handleDelays(shop, orderIdsLackingTires, actor) } : receipt;
}

type CountedLine = { line: PurchaseLine; good: number; wrong: number; damaged: number };

type CountedLines = { ok: true; lines: CountedLine[] } | PurchaseRefusal;

function countDelivery(lines: readonly PurchaseLine[], { good, wrong, damaged }: Delivery): CountedLines {
  const counted: CountedLine[] = [];
  const wrongByLine = countByLine(lines, wrong, outstandingOf);
  if (!wrongByLine.ok) return wrongByLine;
  const damagedByLine = countByLine(lines, damaged, outstandingOf);
  if (!damagedByLine.ok) return damagedByLine;
  const goodByLine = countByLine(lines, good ?? [], outstandingOf);
  if (!goodByLine.ok) return goodByLine;
  for (const line of lines) {
    const outstanding = outstandingOf(line);
    const wrongCount = wrongByLine.counts.get(line) ?? 0;
    const damagedCount = damagedByLine.counts.get(line) ?? 0;
    const maxGood = outstanding - wrongCount - damagedCount;
    const goodCount = good ? (goodByLine.counts.get(line) ?? 0) : maxGood;
    if (goodCount > maxGood || maxGood < 0)
      return { ok: false, reason: 'too-many', tire: line.tire_id, possible: outstanding };
    const isCounted = goodCount + wrongCount + damagedCount > 0;
    if (isCounted) counted.push({ line, good: goodCount, wrong: wrongCount, damaged: damagedCount });
  }
  return { ok: true, lines: counted };
}

/** Gives arrived pieces to the oldest orders that wait for them. Returns the number of pieces left over. */
async function giveToOrders(
  trx: Trx,
  enqueue: ShopContext['enqueue'],
  { branch, supplier }: Purchase,
  orders: LockedOrders,
  line: PurchaseLine,
  arrived: number,
  change: ChangeStamp,
): Promise<number> {
  const parts = await orderPartsOfLine(trx, line.id);
  const { shares, surplus } = distribute(parts, arrived);
  for (const { part, count } of shares) {
    const { order_id: orderId, position } = part;
    const order = orders.get(orderId);
    if (!order) throw new Error(`order ${orderId} waits for purchase line ${line.id} and is not locked`);
    const isAwaited = (hold: Hold) =>
      hold.position === position && hold.place === supplierLocation(supplier) && hold.state === 'ordered';
    const state = (await isPaidInFull(trx, order)) ? ('sold' as const) : ('held' as const);
    const move = { count, to: { place: branch, state } };
    const changed = await changeHolds(trx, orderId, (holds) => movePieces(holds, isAwaited, move), {
      movesTires: true,
    });
    if (!changed) throw new Error(`order ${orderId} waits for fewer than ${count} of purchase line ${line.id}`);
    await receivePart(trx, { lineId: line.id, orderId, position }, count, change);
    await trx
      .insertInto('handlings')
      .values({ order_id: orderId, position, kind: 'arrived', count, ...change })
      .execute();
    await requestTransfers(trx, enqueue, order, changed.after, change);
  }
  return surplus;
}

async function refuseOutstanding(
  trx: Trx,
  purchase: Purchase,
  orders: LockedOrders,
  counted: readonly CountedLine[],
  change: ChangeStamp,
): Promise<number[]> {
  const countedIds = counted.map(({ line }) => line.id);
  const orderIdsLackingTires = new Set<number>();
  for (const line of await linesOf(trx, purchase.id)) {
    const count = outstandingOf(line);
    if (!countedIds.includes(line.id) || count === 0) continue;
    for (const id of await refuseOnLine(trx, purchase, orders, { line, count }, change)) orderIdsLackingTires.add(id);
  }
  return [...orderIdsLackingTires];
}

async function addFreeStock(
  trx: Trx,
  { branch, number }: Purchase,
  { id, tire_id: tireId }: PurchaseLine,
  count: number,
  change: ChangeStamp,
): Promise<void> {
  if (count === 0) return;
  await receiveOnLine(trx, id, count, change);
  await changeBranchStock(trx, { tireId, branch, onHand: count }, { ...change, reason: `received: ${number}` });
}

/** Sets wrong and damaged pieces apart in the branch's stock of the ordered tire. The supplier replaces damaged pieces: those that its list has deducted (`known_pieces`) count as owed again, until the replacements have arrived and a list from at least `listLagHours` after `confirmed_at` is imported. */
async function setApart(
  trx: Trx,
  { branch, number, supplier }: Purchase,
  line: PurchaseLine,
  { wrong, damaged }: { wrong: number; damaged: number },
  change: ChangeStamp,
): Promise<void> {
  if (wrong + damaged === 0) return;
  const { tire_id: tireId } = line;
  const owedAgain = Math.min(damaged, line.known_pieces);
  await trx
    .updateTable('purchase_lines')
    .set(({ eb, ref }) => ({ wrong: eb(ref('wrong'), '+', wrong), damaged: eb(ref('damaged'), '+', damaged) }))
    .$if(owedAgain > 0, (update) =>
      update.set({ owed: line.owed + owedAgain, known_pieces: line.known_pieces - owedAgain, confirmed_at: change.at }),
    )
    .where('id', '=', line.id)
    .execute();
  for (const [fault, count] of Object.entries({ wrong, damaged })) {
    const reason = `received ${fault}: ${number}`;
    if (count > 0) await changeBranchStock(trx, { tireId, branch, apart: count }, { ...change, reason });
  }
  if (owedAgain > 0) await changeOwed(trx, supplier, tireId, owedAgain);
}

async function makeOrdersReady(
  trx: Trx,
  shop: ShopContext,
  orders: LockedOrders,
  change: ChangeStamp,
): Promise<string[]> {
  const ready: string[] = [];
  for (const order of orders.values()) {
    const isNowReady = await makeReadyIfAllHere(trx, shop, order, change);
    if (isNowReady) ready.push(order.number);
  }
  return ready;
}
