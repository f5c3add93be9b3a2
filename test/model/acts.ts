import type { Till } from '../../src/shop/checkout/till.server.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

/** Does what a step says, with a till that may die on the way. Nothing, where there is nothing to do it to. */
export type Do = (world: World, step: Step, till: Till) => Promise<unknown>;

/** One of them, more often a late one, so that a seed gets somewhere with it; undefined where there are none. */
export function pickOf<Item>(items: readonly Item[], pick: number): Item | undefined {
  const among = pick % 5 ? Math.min(items.length, 2) : items.length;
  return items.at(-1 - (pick % Math.max(among, 1)));
}

/** Ids of all orders, the oldest first. */
export async function orderIds({ db }: Pick<World, 'db'>): Promise<number[]> {
  const orders = await db.selectFrom('orders').select('id').orderBy('id').execute();
  return orders.map(({ id }) => id);
}

/** An act upon one of the orders. */
export function toOrder(act: (till: Till, orderId: number, step: Step, world: World) => Promise<unknown>): Do {
  return async (world, step, till) => {
    const id = pickOf(await orderIds(world), step.pick);
    if (id !== undefined) await act(till, id, step, world);
  };
}

/** The attempts that have ever got to a provider's page, the oldest first. */
export async function startedPayments({ db }: World): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('redirect_url', 'is not', null)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}
