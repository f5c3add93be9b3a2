import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { OrderKey } from '../../../src/web/client/stores/stored.ts';
import { form, items } from './order-form.ts';

/** Places an order for one piece of a tire over HTTP; returns its number and token. `changes`: fields that replace those of `form`. */
export async function placeOrder(
  address: string,
  { id, price }: { id: string; price: number },
  changes: Record<string, unknown> = {},
): Promise<OrderKey> {
  const answer = await fetch(`${address}/api/v1/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(form({ items: items([id, 1, price]), ...changes })),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { order: OrderKey }).order;
}
