import { randomUUID } from 'node:crypto';
import type { PlacedAnswer } from '../../src/shop/order/order-view.ts';
import type { ShopProcess } from './shop-process.ts';

/** What buyers were told, and how often they had to ask. */
export type Told = {
  /** By the idempotency key: number and token of every 201. */
  acknowledged: Map<string, Set<string>>;
  keys: number;
  repeated: number;
  refused: Map<string, number>;
  /** Resolved anew at each request that is sent. */
  onRequest(): void;
};

type Buyer = { shop: Pick<ShopProcess, 'address' | 'open'>; told: Told; random: () => number };

/** Asks until the shop answers, over however many of its deaths. */
async function insist({ shop, told }: Buyer, path: string, init: RequestInit): Promise<Response> {
  for (;;) {
    await shop.open;
    told.onRequest();
    try {
      const answer = await fetch(shop.address + path, { ...init, redirect: 'manual' });
      // Read whole: an answer that breaks off is none.
      const body = await answer.arrayBuffer();
      if (answer.status < 500 && answer.status !== 409) return new Response(body.byteLength ? body : null, answer);
      if (answer.status === 409 && !Buffer.from(body).includes('in-progress')) return new Response(body, answer);
    } catch {}
    told.repeated += 1;
  }
}

async function order(buyer: Buyer, key: string, body: string): Promise<PlacedAnswer | null> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await insist(buyer, '/api/v1/orders', { method: 'POST', headers, body });
  const { told } = buyer;
  if (answer.status !== 201) {
    const code = String(((await answer.json()) as { code?: string }).code);
    told.refused.set(code, (told.refused.get(code) ?? 0) + 1);
    return null;
  }
  const placed = (await answer.json()) as PlacedAnswer;
  const known = told.acknowledged.get(key) ?? new Set();
  told.acknowledged.set(key, known.add(`${placed.order.number} ${placed.order.token}`));
  return placed;
}

const methods = ['montonio:paymentInitiation:EE:LHVBEE22', 'montonio:cardPayments', 'bank_transfer', 'pay_at_branch'];

/** One order from its form to its payment; what is not answered is asked again under the same key. */
export async function buys(buyer: Buyer, form: (method: string) => object): Promise<void> {
  const { shop, told, random } = buyer;
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
  // The bank's webhook goes out before its page answers; the way back may find the shop dead.
  const form_ = new URLSearchParams({ action: chance > 0.9 ? 'cancel' : 'pay' });
  const page = await fetch(next.url, { method: 'POST', body: form_, redirect: 'manual' });
  const back = page.headers.get('location');
  if (back) await fetch(back, { redirect: 'manual' }).catch(() => {});
  await shop.open;
}
