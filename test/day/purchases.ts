import { act, type Day, tireOf } from './act.ts';
import { type CatalogueTire, catalogue, openingList, supplierList, suppliers } from './catalogue.ts';
import { add, type Facts, move, type Order, type Purchase, type PurchaseLine, placeOf } from './facts.ts';
import { promisedState, readyIfAllHere } from './order-facts.ts';
import type { DayShop } from './shop.ts';

function emailOf(supplier: string): string {
  const order = suppliers.find(({ id }) => id === supplier)?.order;
  return order?.by === 'list' ? order.email : '';
}

/** Imports the list with which the day begins. */
export async function importOpeningList(shop: DayShop, opening: readonly CatalogueTire[]): Promise<void> {
  await shop.command(['import', '-'], { input: openingList(opening) });
}

/** Notes prices and stock of the opening list. `ids`: the tires' ids by sku. */
export function noteOpeningList(
  facts: Facts,
  ids: ReadonlyMap<string, string>,
  opening: readonly CatalogueTire[],
): void {
  for (const { sku, supplier, price, ringtee, annelinn, listed } of opening) {
    const tire = ids.get(sku) ?? '';
    facts.prices.set(tire, price);
    facts.onHand.set(placeOf(tire, 'ringtee'), ringtee);
    facts.onHand.set(placeOf(tire, 'annelinn'), annelinn);
    if (listed > 0) facts.onHand.set(placeOf(tire, `supplier:${supplier}`), listed);
  }
}

/**
 * Imports a supplier's list with `listed` pieces of each tire. `deductsPurchases`: the list excludes the tires of confirmed
 * purchases, so only replacements for damaged ones stay owed.
 */
export async function importList(
  day: Day,
  supplier: string,
  listed: number,
  { deductsPurchases }: { deductsPurchases: boolean },
): Promise<void> {
  await act(day, 'list', async () => {
    const list = supplierList(supplier, () => listed);
    await day.shop.command(['import', '-'], { input: list });
    for (const { sku } of catalogue.filter((tire) => tire.supplier === supplier))
      day.facts.onHand.set(placeOf(tireOf(day, sku), `supplier:${supplier}`), listed);
    if (!deductsPurchases) return;
    const lines = day.facts.purchases.filter((one) => one.supplier === supplier).flatMap((one) => one.lines);
    for (const line of lines) if (line.confirmed > 0) line.owed = Math.min(line.owed, line.damaged);
  });
}

/** Notes that the shop has mailed the drafts at the cut-off hour. */
export function noteSending({ facts }: Day): void {
  for (const purchase of facts.purchases.filter(({ state }) => state === 'draft')) {
    purchase.state = 'sent';
    facts.mails.push({ kind: 'purchase', to: emailOf(purchase.supplier), number: '' });
  }
}

/** The supplier confirms all of a purchase. */
export async function confirmPurchase(day: Day, purchase: Purchase): Promise<void> {
  await act(day, 'confirmation', async () => {
    await day.shop.command(['purchases', 'confirm', await numberOf(day, purchase)]);
    for (const line of purchase.lines) line.confirmed = line.ordered;
  });
}

type Delivery = { good: Record<string, number>; wrong?: Record<string, number>; damaged?: Record<string, number> };

/** A branch receives tires of a purchase: counts by sku. */
export async function deliver(
  day: Day,
  purchase: Purchase,
  { good, wrong = {}, damaged = {} }: Delivery,
): Promise<void> {
  await act(day, 'delivery', async () => {
    const pieces = (counts: Record<string, number>) =>
      Object.entries(counts)
        .filter(([, count]) => count > 0)
        .map(([sku, count]) => `${sku}=${count}`);
    await day.shop.command([
      ...['purchases', 'receive', await numberOf(day, purchase), ...pieces(good)],
      ...pieces(wrong).flatMap((text) => ['--wrong', text]),
      ...pieces(damaged).flatMap((text) => ['--damaged', text]),
      '--yes',
    ]);
    const waiting = new Set<Order>();
    for (const { sku } of catalogue) {
      const line = purchase.lines.find(({ tire }) => tire === tireOf(day, sku));
      if (!line) continue;
      noteReceived(day, purchase, line, good[sku] ?? 0);
      noteSetApart(day, purchase, line, { wrong: wrong[sku] ?? 0, damaged: damaged[sku] ?? 0 });
      for (const { order } of line.parts) waiting.add(order);
    }
    if (purchase.lines.every(({ received, ordered }) => received === ordered)) purchase.state = 'closed';
    for (const order of waiting) readyIfAllHere(day, order);
  });
}

/** Notes that good tires arrived: all are on hand at the branch, and the waiting orders get their tires, the oldest first. */
function noteReceived({ facts }: Day, { supplier, branch }: Purchase, purchaseLine: PurchaseLine, count: number): void {
  add(facts.onHand, placeOf(purchaseLine.tire, branch), count);
  purchaseLine.received += count;
  let unallocated = count;
  const byAge = (one: PurchaseLine['parts'][number], other: PurchaseLine['parts'][number]) =>
    facts.orders.indexOf(one.order) - facts.orders.indexOf(other.order) || one.orderLine - other.orderLine;
  for (const part of purchaseLine.parts.toSorted(byAge)) {
    const allocated = Math.min(unallocated, part.count - part.received);
    const { order } = part;
    move(
      order,
      (piece) => piece.line === part.orderLine && piece.place === `supplier:${supplier}` && piece.state === 'ordered',
      { place: branch, state: promisedState(order) },
      allocated,
    );
    part.received += allocated;
    unallocated -= allocated;
  }
}

function noteSetApart(
  { facts }: Day,
  { branch }: Purchase,
  line: PurchaseLine,
  { wrong, damaged }: { wrong: number; damaged: number },
): void {
  line.wrong += wrong;
  line.damaged += damaged;
  add(facts.setApart, placeOf(line.tire, branch), wrong + damaged);
}

async function numberOf({ shop }: Day, { supplier, branch, state }: Purchase): Promise<string> {
  type Listed = { number: string; supplier: string; branch: string; state: string };
  const { purchases } = await shop.command<{ purchases: Listed[] }>(['purchases', 'list']);
  const matches = purchases.filter((one) => one.supplier === supplier && one.branch === branch && one.state === state);
  if (matches.length !== 1 || !matches[0])
    throw new Error(`${matches.length} purchases of ${supplier} for ${branch} are ${state}`);
  return matches[0].number;
}
