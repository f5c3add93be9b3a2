import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { PlacedAnswer } from '../../src/shop/order/order-view.ts';
import { describeFailure, describeResponse, type TimedRequest } from './requests.ts';

export type BuyerLog = {
  /** Number and token of every 201, by idempotency key. */
  acknowledged: Map<string, Set<string>>;
  /** The number of keys used. */
  keys: number;
  /** Every request to place an order. */
  requests: TimedRequest[];
  /** The number of repeated requests. */
  repeated: number;
  onRequest(): void;
};

export function emptyLog(): BuyerLog {
  return { acknowledged: new Map(), keys: 0, requests: [], repeated: 0, onRequest: () => {} };
}

export type Buyer = {
  address: string;
  log: BuyerLog;
  random: () => number;
  signal: AbortSignal;
};

const timeoutMs = 30_000;

/** Repeats a request until the shop gives a final response. */
async function sendUntilFinal(buyer: Buyer, path: string, init: RequestInit): Promise<Response> {
  const { log, random, signal } = buyer;
  for (;;) {
    signal.throwIfAborted();
    log.onRequest();
    const answer = await sendOnce(buyer, path, init);
    if (answer) return answer;
    log.repeated += 1;
    // A random pause, as clients wait before they retry; nothing depends on its length.
    await setTimeout(20 + random() * 80);
  }
}

async function sendOnce({ address, log }: Buyer, path: string, init: RequestInit): Promise<Response | null> {
  const sentAt = performance.now();
  const record = (outcome: string) => {
    if (path === '/api/v1/orders') log.requests.push({ sentAt, tookMs: performance.now() - sentAt, outcome });
  };
  try {
    const answer = await fetch(address + path, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    // A truncated response counts as no response.
    const body = await answer.text();
    const code = answer.status < 400 ? undefined : codeOf(body);
    record(describeResponse(answer, code));
    if (answer.status >= 500 || code === 'in-progress') return null;
    return new Response(body || null, answer);
  } catch (error) {
    record(describeFailure(error));
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

/** Sends an order until there is a final response; null if it was refused. */
async function order(buyer: Buyer, key: string, body: string): Promise<PlacedAnswer | null> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await sendUntilFinal(buyer, '/api/v1/orders', { method: 'POST', headers, body });
  const { log } = buyer;
  if (answer.status !== 201) return null;
  const placed = (await answer.json()) as PlacedAnswer;
  const acknowledged = log.acknowledged.get(key) ?? new Set();
  log.acknowledged.set(key, acknowledged.add(`${placed.order.number} ${placed.order.token}`));
  return placed;
}

const paymentMethods = [
  'montonio:paymentInitiation:EE:LHVBEE22',
  'montonio:cardPayments',
  'bank_transfer',
  'pay_at_branch',
];

/** Places one order and pays for it; repeats unanswered requests with the same key. */
export async function buyOnce(buyer: Buyer, form: (method: string) => object): Promise<void> {
  const { log, random } = buyer;
  const method = paymentMethods[Math.floor(random() ** 2 * paymentMethods.length)] ?? 'pay_at_branch';
  const body = JSON.stringify(form(method));
  const key = randomUUID();
  log.keys += 1;
  let placed = await order(buyer, key, body);
  if (placed && (placed.next.type === 'retry' || random() < 0.2)) placed = await order(buyer, key, body);
  if (!placed) return;
  const { number, token } = placed.order;
  const headers = { 'order-token': token, 'content-type': 'application/json' };
  const chance = random();
  // Some buyers pay after they cancelled: the bank's page is still open.
  if (chance < 0.1)
    await sendUntilFinal(buyer, `/api/v1/orders/${number}/cancel`, { method: 'POST', headers, body: '{}' });
  let next = placed.next;
  if (chance > 0.8) {
    const again = await sendUntilFinal(buyer, `/api/v1/orders/${number}/payments`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ paymentMethod: paymentMethods[0] }),
    });
    if (again.ok) next = ((await again.json()) as PlacedAnswer).next;
  }
  if (next.type !== 'redirect' || chance > 0.95) return;
  await payAtBank(next.url, chance > 0.9 ? 'cancel' : 'pay');
}

/** The bank sends its webhook before its page responds; bank and shop may be unreachable. */
async function payAtBank(url: string, action: 'pay' | 'cancel'): Promise<void> {
  try {
    const init = { method: 'POST', body: new URLSearchParams({ action }), signal: AbortSignal.timeout(timeoutMs) };
    const page = await fetch(url, { ...init, redirect: 'manual' });
    const returnUrl = page.headers.get('location');
    if (returnUrl) await fetch(returnUrl, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    // The buyer gives up; bank and shop settle the payment without them.
  }
}
