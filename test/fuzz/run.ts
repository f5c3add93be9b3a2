import { faultsOf, headerOf } from './judge.ts';
import { type KnownData, type KnownOrder, placeOrders, readKnownData } from './known.ts';
import { readable, requestOf } from './requests/request.ts';
import { type RawResponse, send } from './send.ts';
import { type ShopUnderTest, startShopUnderTest } from './shop-under-test.ts';
import { violationsAfter } from './violations.ts';

export type Fuzzing = { seed: number; from: number; requests: number };

type Notes = {
  /** The number of responses by endpoint and status; 0: the connection was closed without a response. */
  table: Record<string, Record<number, number>>;
  faults: string[];
  /** The number of a request, by its id in the shop's log. */
  numbers: Map<string, number>;
  /** The numbers of orders that were placed or acknowledged with 201. */
  acknowledged: Set<string>;
  /** Requests to the orders API whose connection was closed without a response. */
  unanswered: number;
};

export type FuzzResult = Pick<Notes, 'table' | 'faults'> & { seconds: number };

/** Concurrent requests. */
const clients = 8;

/** Each block of requests gets new orders, because requests close most of the earlier ones. */
const blockSize = 1000;
const ordersPerBlock = 40;

/**
 * Sends `requests` requests of a seed, beginning at `from`, to the built shop on a migrated database, and checks all
 * responses and the database.
 */
export async function fuzz(url: string, fuzzing: Fuzzing): Promise<FuzzResult> {
  const shop = await startShopUnderTest(url);
  const notes: Notes = { table: {}, faults: [], numbers: new Map(), acknowledged: new Set(), unanswered: 0 };
  const { table, faults, numbers } = notes;
  const began = performance.now();
  let codes: (number | NodeJS.Signals)[];
  try {
    await sendAll(shop, fuzzing, notes);
    const page = await fetch(`${shop.address}/en`);
    if (page.status !== 200) faults.push(`After the last request the shop responds with ${page.status}.`);
    faults.push(...(await violationsAfter(shop.db, notes.acknowledged, notes.unanswered)));
  } finally {
    codes = await shop.stop();
  }
  if (codes.some((code) => code !== 0)) faults.push(`The processes ended with ${codes}.`);
  faults.push(...shop.errorLines().map((line) => `the log, of request ${numberOf(line, numbers)}: ${line}`));
  return { table, faults, seconds: (performance.now() - began) / 1000 };
}

async function sendAll(shop: ShopUnderTest, { seed, from, requests }: Fuzzing, notes: Notes): Promise<void> {
  const known = await readKnownData(shop.address);
  for (let start = from; start < from + requests; ) {
    const end = Math.min(from + requests, start - (start % blockSize) + blockSize);
    const orders = await ordersFor(shop, known);
    for (const { number } of orders) notes.acknowledged.add(number);
    let next = start;
    const client = async () => {
      while (next < end) {
        next += 1;
        await sendOne(shop, { ...known, orders }, seed, next - 1, notes);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    start = end;
  }
}

/** Places orders for the requests; pays the last two of every eight, one with each payment provider. */
async function ordersFor(shop: ShopUnderTest, known: Omit<KnownData, 'orders'>): Promise<KnownOrder[]> {
  const orders = await placeOrders(shop.address, shop.db, known, ordersPerBlock);
  const toBePaid = orders.filter((_, index) => index % 8 >= 6).flatMap(({ payments }) => payments);
  for (const { id, provider, ref } of toBePaid) {
    if (ref && (provider === 'montonio' || provider === 'stripe')) await shop.fakes[provider].pay(ref);
    await fetch(`${shop.address}/api/v1/payments/return/${id}`, { redirect: 'manual' });
  }
  return orders;
}

function numberOf(line: string, numbers: Notes['numbers']): number | string {
  const id = /"requestId":"([^"]+)"/.exec(line)?.[1];
  return (id && numbers.get(id)) ?? 'unknown';
}

const portOf = (address: string) => Number(new URL(address).port);

/** Sends a request of a seed, checks its response, and records the result. */
async function sendOne(shop: ShopUnderTest, known: KnownData, seed: number, n: number, notes: Notes): Promise<void> {
  const request = requestOf(seed, n, known, shop.fakes);
  let response: RawResponse | null = null;
  let faults: string[];
  try {
    response = await send(portOf(request.limited ? shop.limitedAddress : shop.address), request);
    faults = faultsOf(request, response, shop.secrets);
  } catch (error) {
    faults = [`${error}`];
  }
  const status = response?.status ?? 0;
  const statuses = notes.table[request.endpoint] ?? {};
  notes.table[request.endpoint] = { ...statuses, [status]: (statuses[status] ?? 0) + 1 };
  if (response) notes.numbers.set(headerOf(response, 'x-request-id'), n);
  if (response?.status === 201) notes.acknowledged.add(orderIn(response));
  if (!response && request.target.includes('/orders')) notes.unanswered += 1;
  if (faults.length === 0) return;
  const shownResponse = response
    ? `${status} ${JSON.stringify(response.headers)}\n${readable(response.body, 600)}`
    : 'nothing';
  const command = `npm run bench -- fuzz --seed ${seed} --from ${n} --requests 1`;
  notes.faults.push(`${faults.join('; ')}\n  ${command}\n${readable(request.bytes, 2000)}\n-> ${shownResponse}`);
}

function orderIn({ body }: RawResponse): string {
  const placed: { order?: { number?: string } } = JSON.parse(body.toString());
  return placed.order?.number ?? '';
}
