import type { ShopContext } from '../../src/shop/checkout/shop-context.server.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

/** Performs a step with a context that may be killed. Does nothing if there is no order or payment to act on. */
export type Do = (world: World, step: Step, context: ShopContext) => Promise<unknown>;

/** One of the items, mostly one of the last two, so that orders progress; undefined without items. */
export function pickOf<Item>(items: readonly Item[], pick: number): Item | undefined {
  const candidates = pick % 5 ? Math.min(items.length, 2) : items.length;
  return items.at(-1 - (pick % Math.max(candidates, 1)));
}

export async function orderIds({ db }: Pick<World, 'db'>): Promise<number[]> {
  const orders = await db.selectFrom('orders').select('id').orderBy('id').execute();
  return orders.map(({ id }) => id);
}

/** An act on one of the orders whose ids `idsOf` returns. */
export function onOrder(
  act: (context: ShopContext, orderId: number, step: Step, world: World) => Promise<unknown>,
  idsOf = orderIds,
): Do {
  return async (world, step, context) => {
    const id = pickOf(await idsOf(world), step.pick);
    if (id !== undefined) await act(context, id, step, world);
  };
}

/** Payments that have a page at a provider, the oldest first. */
export async function startedPayments({ db }: World): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('redirect_url', 'is not', null)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}
