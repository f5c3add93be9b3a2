import { faultsOf, headerOf } from './judge.ts';
import { type Known, type KnownOrder, knownOf, placeOrders } from './known.ts';
import { wrongLeftBehind } from './left-behind.ts';
import { requestOf, shown } from './request.ts';
import { send } from './send.ts';
import { type ShopUnderTest, startShopUnderTest } from './shop-under-test.ts';

export type Fuzzing = { seed: number; from: number; requests: number };

export type Outcome = {
  /** How often each status was answered, by what was asked; 0: the connection was closed without an answer. */
  table: Record<string, Record<number, number>>;
  /** What is wrong, a text for a person each. */
  faults: string[];
  seconds: number;
};

const lanes = 8;

/** Each so many requests have orders of their own, so that some are still open at the end. */
const block = 1000;
const ordersOfBlock = 40;

/** Sends the requests of a seed, `requests` of them `from` a number on, to the built shop on a migrated database, and looks at everything that comes back. */
export async function fuzz(url: string, { seed, from, requests }: Fuzzing): Promise<Outcome> {
  const shop = await startShopUnderTest(url);
  const outcome: Outcome = { table: {}, faults: [], seconds: 0 };
  const sent = new Map<string, number>();
  const told = new Set<string>();
  let unanswered = 0;
  let codes: (number | NodeJS.Signals)[];
  try {
    const known = await knownOf(shop.address);
    const [port, limited] = [shop.address, shop.limited].map((address) => Number(new URL(address).port));
    const one = async (n: number, orders: KnownOrder[]) => {
      const request = requestOf(seed, n, { ...known, orders }, shop.doubles);
      let answer = null;
      const faults: string[] = [];
      try {
        answer = await send((request.limited ? limited : port) ?? 0, request);
        faults.push(...faultsOf(request, answer, shop.secrets));
      } catch (error) {
        faults.push(`${error}`);
      }
      count(outcome.table, request.endpoint, answer?.status ?? 0);
      if (answer) sent.set(headerOf(answer, 'x-request-id'), n);
      if (request.target.includes('/orders')) {
        if (answer?.status === 201) told.add(numberIn(answer.body));
        if (!answer) unanswered += 1;
      }
      if (faults.length === 0) return;
      const answered = answer
        ? `${answer.status} ${JSON.stringify(answer.headers)}\n${shown(answer.body, 600)}`
        : 'nothing';
      outcome.faults.push(
        `${faults.join('; ')}\n  npm run bench -- fuzz --seed ${seed} --from ${n} --requests 1\n${shown(request.bytes, 2000)}\n-> ${answered}`,
      );
    };
    const began = performance.now();
    for (let start = from; start < from + requests; ) {
      const end = Math.min(from + requests, start - (start % block) + block);
      const orders = await ordersFor(shop, known);
      for (const { number } of orders) told.add(number);
      let next = start;
      const lane = async () => {
        while (next < end) {
          next += 1;
          await one(next - 1, orders);
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      start = end;
    }
    outcome.seconds = (performance.now() - began) / 1000;
    const health = await fetch(`${shop.address}/en`);
    if (health.status !== 200) outcome.faults.push(`At the end the shop answers ${health.status}.`);
    outcome.faults.push(...(await wrongLeftBehind(shop.db, told, unanswered)));
  } finally {
    codes = await shop.stop();
  }
  if (codes.some((code) => code !== 0)) outcome.faults.push(`The processes ended with ${codes}.`);
  outcome.faults.push(...shop.complaints().map((line) => `${numberOf(line, sent)}: ${line}`));
  return outcome;
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

function count(table: Outcome['table'], endpoint: string, status: number): void {
  const statuses = table[endpoint] ?? {};
  table[endpoint] = { ...statuses, [status]: (statuses[status] ?? 0) + 1 };
}

function numberIn(body: Buffer): string {
  const answer: { order?: { number?: string } } = JSON.parse(body.toString());
  return answer.order?.number ?? '';
}

function numberOf(line: string, sent: ReadonlyMap<string, number>): string {
  const id = /"requestId":"([^"]+)"/.exec(line)?.[1];
  return `the log, of request ${(id && sent.get(id)) ?? 'unknown'}`;
}
