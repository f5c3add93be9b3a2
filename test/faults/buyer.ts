import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { PlacedAnswer } from '../../src/shop/order/order-view.ts';
import { type Answer, inWords, noAnswer } from './answers.ts';

/** What buyers were told, and how often they had to ask. */
export type Told = {
  /** By the idempotency key: number and token of every 201. */
  acknowledged: Map<string, Set<string>>;
  keys: number;
  /** What came of every request to place an order. */
  answers: Answer[];
  /** Requests of all kinds that were sent again. */
  repeated: number;
  /** Called for each request that is sent. */
  onRequest(): void;
};

export function nothingTold(): Told {
  return { acknowledged: new Map(), keys: 0, answers: [], repeated: 0, onRequest: () => {} };
}

export type Buyer = {
  /** Where the shop is. */
  address: string;
  told: Told;
  random: () => number;
  /** Nothing more is asked then. */
  signal: AbortSignal;
};

const patienceMs = 30_000;

/** Asks until the shop answers, over however many of its deaths; every answer but the last is one that may change. */
async function insist(buyer: Buyer, path: string, init: RequestInit): Promise<Response> {
  const { told, random, signal } = buyer;
  for (;;) {
    signal.throwIfAborted();
    told.onRequest();
    const answer = await asked(buyer, path, init);
    if (answer) return answer;
    told.repeated += 1;
    // Chance, not synchronisation: a person or a program tries again after a moment.
    await setTimeout(20 + random() * 80);
  }
}

/** The answer, when it is the last word. */
async function asked({ address, told }: Buyer, path: string, init: RequestInit): Promise<Response | null> {
  const sent = performance.now();
  const note = (what: string) => {
    if (path === '/api/v1/orders') told.answers.push({ sent, took: performance.now() - sent, what });
  };
  try {
    const answer = await fetch(address + path, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    // Read whole: an answer that breaks off is none.
    const body = await answer.text();
    const code = answer.status < 400 ? undefined : codeOf(body);
    note(inWords(answer, code));
    if (answer.status >= 500 || code === 'in-progress') return null;
    return new Response(body || null, answer);
  } catch (error) {
    note(noAnswer(error));
    return null;
  }
}

function codeOf(body: string): string | undefined {
  try {
    return JSON.parse(body).code;
  } catch {
    return undefined;
  }
}

async function order(buyer: Buyer, key: string, body: string): Promise<PlacedAnswer | null> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await insist(buyer, '/api/v1/orders', { method: 'POST', headers, body });
  const { told } = buyer;
  if (answer.status !== 201) return null;
  const placed = (await answer.json()) as PlacedAnswer;
  const known = told.acknowledged.get(key) ?? new Set();
  told.acknowledged.set(key, known.add(`${placed.order.number} ${placed.order.token}`));
  return placed;
}

const methods = ['montonio:paymentInitiation:EE:LHVBEE22', 'montonio:cardPayments', 'bank_transfer', 'pay_at_branch'];

/** One order from its form to its payment; what is not answered is asked again under the same key. */
export async function buys(buyer: Buyer, form: (method: string) => object): Promise<void> {
  const { told, random } = buyer;
  const method = methods[Math.floor(random() ** 2 * methods.length)] ?? 'pay_at_branch';
  const body = JSON.stringify(form(method));
  const key = randomUUID();
  told.keys += 1;
  let placed = await order(buyer, key, body);
  if (placed && (placed.next.type === 'retry' || random() < 0.2)) placed = await order(buyer, key, body);
  if (!placed) return;
  const { number, token } = placed.order;
  const headers = { 'order-token': token, 'content-type': 'application/json' };
  const chance = random();
  // Some of these pay all the same: the bank's page is still open.
  if (chance < 0.1) await insist(buyer, `/api/v1/orders/${number}/cancel`, { method: 'POST', headers, body: '{}' });
  let next = placed.next;
  if (chance > 0.8) {
    const again = await insist(buyer, `/api/v1/orders/${number}/payments`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ paymentMethod: methods[0] }),
    });
    if (again.ok) next = ((await again.json()) as PlacedAnswer).next;
  }
  if (next.type !== 'redirect' || chance > 0.95) return;
  await paysAtBank(next.url, chance > 0.9 ? 'cancel' : 'pay');
}

/** The bank's webhook goes out before its page answers; bank and shop may be out of reach on the way. */
async function paysAtBank(url: string, action: 'pay' | 'cancel'): Promise<void> {
  try {
    const init = { method: 'POST', body: new URLSearchParams({ action }), signal: AbortSignal.timeout(patienceMs) };
    const page = await fetch(url, { ...init, redirect: 'manual' });
    const back = page.headers.get('location');
    if (back) await fetch(back, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
  } catch {
    // Whether the money came is a matter between bank and shop now.
  }
}
