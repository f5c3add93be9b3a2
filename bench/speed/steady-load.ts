import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { form, items } from '../../test/support/orders/order-form.ts';
import { type Spread, spread } from '../results/statistics.ts';

type Latency = Spread & { count: number; errors: number };

/** Latency of lists and of orders. */
export type LoadResult = { lists: Latency; orders: Latency };

const listEveryMs = 20;
/** Two orders a second, as in a busy shop. */
const orderEveryMs = 500;

type Tire = { id: string; price: number };

/** Tires with at least 30 pieces, enough for some minutes of orders for one piece. */
export async function findTiresInStock(address: string): Promise<Tire[]> {
  const answer = await fetch(`${address}/api/v1/products?limit=100&sort=name`);
  const { items: tires } = (await answer.json()) as { items: (Tire & { available: number })[] };
  return tires.filter(({ available }) => available >= 30);
}

/** Runs `work` while lists and orders are requested; returns its result and the latencies. */
export async function loadDuring<T>(address: string, tires: readonly Tire[], work: () => Promise<T>) {
  const stop = new AbortController();
  const load = steadyLoad(address, tires, stop.signal);
  const result = await work().finally(() => stop.abort());
  return { result, load: await load };
}

/** Requests lists and places orders at a fixed rate (open loop) until `stopped`; returns their latency. */
async function steadyLoad(address: string, tires: readonly Tire[], stopped: AbortSignal): Promise<LoadResult> {
  const diameters = [14, 15, 16, 17, 18, 19, 20];
  const [lists, orders] = await Promise.all([
    sendEvery(listEveryMs, stopped, async (turn) => {
      const diameter = diameters[turn % diameters.length];
      return fetch(`${address}/api/v1/products?diameter=${diameter}&sort=price&limit=24&offset=${(turn % 5) * 24}`);
    }),
    sendEvery(orderEveryMs, stopped, async (turn) => {
      const tire = tires[turn % tires.length];
      if (!tire) throw new Error('no tire to order');
      return fetch(`${address}/api/v1/orders`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
        body: JSON.stringify(form({ items: items([tire.id, 1, tire.price]) })),
      });
    }),
  ]);
  return { lists, orders };
}

/** Sends a request every `ms` until `stopped`. */
async function sendEvery(
  ms: number,
  stopped: AbortSignal,
  send: (turn: number) => Promise<Response>,
): Promise<Latency> {
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  let errors = 0;
  for (let turn = 0; !stopped.aborted; turn += 1) {
    const began = performance.now();
    const sent = send(turn)
      .then(async (answer) => {
        await answer.arrayBuffer();
        if (!answer.ok) errors += 1;
        times.push(performance.now() - began);
      })
      .catch(() => {
        errors += 1;
      })
      .finally(() => open.delete(sent));
    open.add(sent);
    await setTimeout(ms, undefined, { signal: stopped }).catch(() => {});
  }
  await Promise.all(open);
  return { ...spread(times), count: times.length, errors };
}
