import type { Kysely } from 'kysely';
import { secret } from '../../database/secrets.server.ts';
import type { Tables } from '../../database/tables.ts';
import { isSupplier } from '../catalog/supplier-place.ts';
import type { ShopFacts } from '../shop-facts.ts';
import { nextStepOf } from './next-step.ts';
import { orderNumberPattern } from './order-number.ts';
import { digest, letterToken, tokenMatches } from './order-token.server.ts';
import type { NextStep, OrderView } from './order-view.ts';
import { type OrderRow, type StoredOrder, selectOrders, viewOf, withLines } from './stored-order.server.ts';

export type OrderAnswer = { order: OrderView; next: NextStep };

/** The order of a number, for who holds its token. A wrong number and a wrong token are the same null for the same work. */
export async function findOrder(
  db: Kysely<Tables>,
  facts: ShopFacts,
  number: string,
  token: string,
): Promise<OrderAnswer | null> {
  const order = await openOrder(db, number, token);
  return order && answerOf(await withLines(db, order), facts);
}

/** The order that a number and its token open: the buyer's own token, or the one in the shop's letters. */
export async function openOrder(db: Kysely<Tables>, number: string, token: string): Promise<OrderRow | null> {
  // What cannot be a number (a NUL character, say) is still looked up, as nothing.
  const wanted = orderNumberPattern.test(number) ? number : '';
  const order: OrderRow | undefined = await selectOrders(db).where('number', '=', wanted).executeTakeFirst();
  const own = tokenMatches(token, order?.token_hash ?? null);
  const ofLetters = tokenMatches(token, digest(letterToken(await secret(db, 'order-links'), wanted)));
  return order && (own || ofLetters) ? order : null;
}

/** An order that is known to exist, without asking for its token. */
export async function readOrder(db: Kysely<Tables>, id: number): Promise<StoredOrder> {
  return withLines(db, await selectOrders(db).where('id', '=', id).executeTakeFirstOrThrow());
}

/** What the buyer is told. */
export function answerOf(stored: StoredOrder, facts: ShopFacts): OrderAnswer {
  const { order, next } = staffAnswerOf(stored, facts);
  const nameless = (parts: OrderView['items'][number]['parts']) =>
    parts.map((part) => (isSupplier(part.place) ? { ...part, place: 'supplier' } : part));
  return { order: { ...order, items: order.items.map((item) => ({ ...item, parts: nameless(item.parts) })) }, next };
}

/** What the shop's own people are told: also from which supplier tires come. */
export function staffAnswerOf(stored: StoredOrder, facts: ShopFacts): OrderAnswer {
  const order = viewOf(stored);
  return { order, next: nextStepOf(stored.order, order.awaitsBuyer, stored.attempt, facts) };
}
