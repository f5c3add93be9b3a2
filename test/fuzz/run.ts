import { type Known, type KnownOrder, knownOf, placeOrders } from './known.ts';
import { wrongLeftBehind } from './left-behind.ts';
import { type Notes, sendOne } from './one-request.ts';
import { type ShopUnderTest, startShopUnderTest } from './shop-under-test.ts';

export type Fuzzing = { seed: number; from: number; requests: number };

export type Outcome = Pick<Notes, 'table' | 'faults'> & { seconds: number };

const lanes = 8;

/** Each so many requests have orders of their own, so that some are still open at the end. */
const block = 1000;
const ordersOfBlock = 40;

/**
 * Sends the requests of a seed, `requests` of them `from` a number on, to the built shop on a migrated database, and looks
 * at everything that comes back and is left behind.
 */
export async function fuzz(url: string, fuzzing: Fuzzing): Promise<Outcome> {
  const shop = await startShopUnderTest(url);
  const notes: Notes = { table: {}, faults: [], numbers: new Map(), told: new Set(), unanswered: 0 };
  const { table, faults, numbers } = notes;
  const began = performance.now();
  let codes: (number | NodeJS.Signals)[];
  try {
    await sendAll(shop, fuzzing, notes);
    const page = await fetch(`${shop.address}/en`);
    if (page.status !== 200) faults.push(`At the end the shop answers ${page.status}.`);
    faults.push(...(await wrongLeftBehind(shop.db, notes.told, notes.unanswered)));
  } finally {
    codes = await shop.stop();
  }
  if (codes.some((code) => code !== 0)) faults.push(`The processes ended with ${codes}.`);
  faults.push(...shop.complaints().map((line) => `the log, of request ${numberOf(line, numbers)}: ${line}`));
  return { table, faults, seconds: (performance.now() - began) / 1000 };
}

async function sendAll(shop: ShopUnderTest, { seed, from, requests }: Fuzzing, notes: Notes): Promise<void> {
  const known = await knownOf(shop.address);
  for (let start = from; start < from + requests; ) {
    const end = Math.min(from + requests, start - (start % block) + block);
    const orders = await ordersFor(shop, known);
    for (const { number } of orders) notes.told.add(number);
    let next = start;
    const lane = async () => {
      while (next < end) {
        next += 1;
        await sendOne(shop, { ...known, orders }, seed, next - 1, notes);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    start = end;
  }
}

/** Orders to name; of those that a provider is to be paid for, every second one is paid. */
async function ordersFor(shop: ShopUnderTest, known: Omit<Known, 'orders'>): Promise<KnownOrder[]> {
  const orders = await placeOrders(shop.address, shop.db, known, ordersOfBlock);
  const toBePaid = orders.filter((_, index) => index % 8 > 5).flatMap(({ payments }) => payments);
  for (const { id, provider, ref } of toBePaid) {
    if (ref && (provider === 'montonio' || provider === 'stripe')) await shop.doubles[provider].pay(ref);
    await fetch(`${shop.address}/api/v1/payments/return/${id}`, { redirect: 'manual' });
  }
  return orders;
}

function numberOf(line: string, numbers: Notes['numbers']): number | string {
  const id = /"requestId":"([^"]+)"/.exec(line)?.[1];
  return (id && numbers.get(id)) ?? 'unknown';
}
