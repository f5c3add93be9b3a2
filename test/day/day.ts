import { type Day, skuOf } from './act.ts';
import { moveAndMiss, passReminder, starts } from './appointments.ts';
import {
  bookTransfer,
  collect,
  collectInParts,
  markReady,
  markReadyByMistake,
  payAtBranch,
  payInParts,
  putAside,
} from './branch-acts.ts';
import { cancelByBuyer, isOnline, noteExpired, payOnline, payUnnoticed, placeOrder, type Wish } from './buyers.ts';
import { catalogueOf, cutOff } from './catalogue.ts';
import { differences } from './compare.ts';
import { count, countDrawer, moveCash, openDrawer, orderByPhone, sell } from './counter.ts';
import { branches, freeAt, newFacts, type Order, type Purchase } from './facts.ts';
import { due, openAppointment } from './order-facts.ts';
import { confirmPurchase, deliver, importList, importOpeningList, noteOpeningList, noteSending } from './purchases.ts';
import { cancelPaid } from './refunds.ts';
import { conditions, takeBack } from './returns.ts';
import { openShop } from './shop.ts';
import { canSwap, swap, swapFaulty } from './swaps.ts';
import { arrive, miss, send, transfersIn } from './transfers.ts';
import { offeredMethods, type Size, wishesOf } from './wishes.ts';

/** A day that is over. The shop is open until it is disposed. */
export type PlayedDay = Day & AsyncDisposable & { differences(): Promise<string[]> };

/** Plays a day on an empty, migrated database. */
export async function playDay(databaseUrl: string, size: Size, seed: number): Promise<PlayedDay> {
  const shop = await openShop(databaseUrl, { minutesOfAct: 1 / stockFactor(size) });
  try {
    const opening = catalogueOf(stockFactor(size));
    await importOpeningList(shop, opening);
    const { rows } = await shop.db.pool.query<{ sku: string; id: string }>('select supplier_sku as sku, id from tires');
    const ids = new Map(rows.map(({ sku, id }) => [sku, id]));
    const day: Day = { shop, facts: newFacts(), acts: new Map(), ids };
    noteOpeningList(day.facts, ids, opening);
    await play(day, size, seed);
    return { ...day, differences: () => differences(day), [Symbol.asyncDispose]: shop.close };
  } catch (error) {
    await shop.close();
    throw error;
  }
}

/** The factor for the stock of the catalogue, which is enough for 60 orders. */
const stockFactor = ({ orders }: Size) => Math.max(1, Math.ceil(orders / 60));

async function play(day: Day, size: Size, seed: number): Promise<void> {
  const { shop } = day;
  const wishes = wishesOf(size, await offeredMethods(shop), seed);
  const beforeCutOff = Math.ceil(size.orders * 0.8);
  for (const branch of branches) await openDrawer(day, branch, 15_000);
  const abandoned = await orderAndPay(day, wishes.slice(0, beforeCutOff), ['abandoned', 'unnoticed', 'not returned']);
  await atTheCounter(day, size);
  await shop.waitUntil('10:30');
  for (const order of abandoned) noteExpired(day, order);
  await bookTransfers(day);
  await moveAndMiss(day);
  await importList(day, 'pohja', 80 * stockFactor(size), { deductsPurchases: false });
  await count(day, 'ringtee', 'BOTH1');
  await count(day, 'annelinn', 'BOTH2', { lost: 1 });

  await shop.waitUntil(cutOff);
  noteSending(day);
  const purchases = [...day.facts.purchases];
  for (const purchase of purchases) await confirmPurchase(day, purchase);
  await orderAndPay(day, wishes.slice(beforeCutOff));
  await moveTransfers(day);
  await takeDeliveries(day, purchases);
  await shop.waitUntil('15:30');
  await importList(day, 'pohja', 60 * stockFactor(size), { deductsPurchases: true });
  await changeOrders(day, size);
  await handOverAll(day);
  await takeTiresBack(day, size);
  await passReminder(day);
  for (const branch of branches) await moveCash(day, branch, -5_000);
  await countDrawer(day, 'ringtee', 0);
  await countDrawer(day, 'annelinn', -5);
}

/**
 * Buyers order, and pay at once on the pages of providers, the first ones in an unusual way. Returns the orders of buyers who
 * closed that page.
 */
async function orderAndPay(day: Day, wishes: readonly Wish[], unusual: readonly string[] = []): Promise<Order[]> {
  const abandoned: Order[] = [];
  let payments = 0;
  for (const wish of wishes) {
    const placed = await placeOrder(day, wish);
    if (!isOnline(wish.method)) continue;
    const how = unusual[payments];
    payments += 1;
    if (how === 'abandoned') abandoned.push(placed.order);
    else if (how === 'unnoticed') await payUnnoticed(day, placed);
    else await payOnline(day, placed, { returns: how !== 'not returned' });
  }
  return abandoned;
}

/** Sales and phone orders, in turn at the branches. The position of a sale selects tires, payment and e-mail address, so that a day has each variant. */
async function atTheCounter(day: Day, { counterSales, phoneOrders }: Size): Promise<void> {
  for (let n = 0; n < counterSales; n += 1) {
    const branch = branches[n % 2] ?? 'ringtee';
    const tires = { [['BOTH1', 'BOTH2', 'BOTH3'][n % 3] ?? 'BOTH1']: 1 + (n % 4) };
    await sell(day, {
      branch,
      tires,
      tender: n % 3 === 1 ? 'card' : 'cash',
      email: n % 4 === 1 ? `counter-${n}@example.com` : '',
    });
  }
  for (let n = 0; n < phoneOrders; n += 1) {
    const wish = {
      branch: branches[n % 2] ?? 'ringtee',
      tires: { BOTH2: 2 + n },
      method: n === 1 ? 'bank_transfer' : 'pay_at_branch',
    };
    await orderByPhone(day, wish, n === 2 ? 'phone@example.com' : '');
  }
}

/** The bank statement shows all transfers but one, whose buyer cancels. */
async function bookTransfers(day: Day): Promise<void> {
  const unpaid = day.facts.orders.filter(
    ({ method, status }) => method === 'bank_transfer' && status === 'awaiting_payment',
  );
  const cancelled = unpaid.find(({ channel }) => channel === 'web');
  for (const order of unpaid) await (order === cancelled ? cancelByBuyer(day, order) : bookTransfer(day, order));
}

/** Branches send each other tires. The first transfer is lost and sent again; the last is on its way when the day ends. */
async function moveTransfers(day: Day): Promise<void> {
  const [first] = transfersIn(day, 'requested');
  for (const transfer of transfersIn(day, 'requested')) if (transfer.state === 'requested') await send(day, transfer);
  if (first) {
    await miss(day, first);
    await send(day, first);
  }
  for (const transfer of transfersIn(day, 'sent').slice(0, -1)) await arrive(day, transfer);
}

/** One delivery is short by two tires; of the other, one is wrong and one is damaged. The other tires have not arrived yet. */
async function takeDeliveries(day: Day, purchases: readonly Purchase[]): Promise<void> {
  const [short, wrong, ...more] = purchases;
  if (!short || !wrong || more.length > 0) throw new Error(`${purchases.length} purchases were sent instead of 2`);
  for (const purchase of [short, wrong]) {
    const good = Object.fromEntries(purchase.lines.map(({ tire, ordered }) => [skuOf(day, tire), ordered]));
    const [sku = ''] = Object.keys(good);
    good[sku] = (good[sku] ?? 0) - 2;
    await deliver(day, purchase, { good, ...(purchase === wrong && { wrong: { [sku]: 1 }, damaged: { [sku]: 1 } }) });
  }
}

/** Whether all tires of an order are at its branch. */
const isHere = ({ branch, status, pieces }: Order) =>
  ['confirmed', 'ready'].includes(status) &&
  pieces.every(({ place, state }) => place === branch && (state === 'held' || state === 'sold'));

/** Whether a buyer comes on another day, to have the tires fitted. */
const comesLater = (order: Order) => (openAppointment(order)?.start ?? starts.thisAfternoon) > starts.thisAfternoon;

/** One buyer cancels a paid order. Others swap their tires, before or after they have paid. */
async function changeOrders(day: Day, { swaps }: Size): Promise<void> {
  const paid = day.facts.orders.filter((order) => isHere(order) && due(order) === 0 && !comesLater(order));
  const [cancelled] = paid;
  if (cancelled) await cancelPaid(day, cancelled);
  const plan = [
    { to: 'cheaper', isPaid: true },
    { to: 'dearer', isPaid: true },
    { to: 'cheaper', isPaid: false },
    { to: 'dearer', isPaid: false },
  ] as const;
  const swapped = new Set<Order>();
  // The last swap of the day is one under warranty.
  for (const { to, isPaid } of plan.slice(0, swaps - 1)) {
    const candidates = day.facts.orders.filter(
      (one) => isHere(one) && !comesLater(one) && !swapped.has(one) && canSwap(day, one, to),
    );
    const order = candidates.find((one) => one.paid > 0 === isPaid) ?? candidates[0];
    if (!order) throw new Error(`no order is left to swap for ${to} tires`);
    swapped.add(order);
    if (isPaid && order.paid === 0) await payAtBranch(day, order, 'card');
    await swap(day, order, to);
  }
}

/** Buyers pay the balances due and collect their tires, except the last one. The position of a buyer selects the variant, so that a day has each. */
async function handOverAll(day: Day): Promise<void> {
  const orders = day.facts.orders.filter((order) => isHere(order) && !comesLater(order));
  for (const [n, order] of orders.slice(0, -1).entries()) {
    if (order.status === 'confirmed') await (n === 0 ? markReadyByMistake(day, order) : markReady(day, order));
    if (n === 1) await putAside(day, order);
    if (due(order) > 0) {
      if (n % 5 === 4 && order.paid === 0) await payInParts(day, order, 3_333);
      else await payAtBranch(day, order, n % 2 === 0 ? 'cash' : 'card');
    }
    await (n % 6 === 2 ? collectInParts(day, order) : collect(day, order));
  }
}

/** Buyers come again with tires: one that is faulty, and some that they do not want. */
async function takeTiresBack(day: Day, { returns }: Size): Promise<void> {
  const { orders, money } = day.facts;
  // Which of two payments at the desk is refunded first is not defined.
  const isPaidTwice = (order: Order) => money.filter((one) => one.order === order && one.tender !== null).length > 1;
  const completed = orders.filter((one) => one.status === 'completed' && one.channel === 'web' && !isPaidTwice(one));
  const faulty = completed.find((order) => canGiveAnother(day, order));
  if (!faulty) throw new Error('no completed order has tires that are at its branch');
  await swapFaulty(day, faulty);
  for (let n = 0; n < returns; n += 1) {
    const order = completed[n];
    if (!order) throw new Error(`only ${completed.length} buyers have tires`);
    const to = branches[n % 2] ?? 'ringtee';
    await takeBack(day, order, { condition: conditions[n % 4] ?? 'new', to, refunds: n !== 2 });
  }
}

const canGiveAnother = ({ facts }: Day, { branch, pieces: [piece] }: Order) =>
  piece !== undefined && freeAt(facts, piece.tire, branch) > 0;
