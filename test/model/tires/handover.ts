import { completeOrder } from '../../../src/shop/checkout/desk/desk.server.ts';
import { markArrived } from '../../../src/shop/checkout/handover/arrived.server.ts';
import { handOver, putAside, undoHandOver } from '../../../src/shop/checkout/handover/hand-over.server.ts';
import { undoReady } from '../../../src/shop/checkout/handover/ready.server.ts';
import type { ShopContext } from '../../../src/shop/checkout/shop-context.server.ts';
import { type Do, onOrder, pickOf } from '../acts.ts';
import type { World } from '../world.ts';
import { branchOf, moveFrom, piecesOf, sourcesOf } from './order-pieces.ts';

const openStates = ['held', 'sold', 'missing', 'ordered', 'in_transit'];

/** Completes an order if its buyer can get all of its tires, wherever they were last counted. */
export async function completeWithAllTires(world: World, shop: ShopContext, orderId: number): Promise<void> {
  const pieces = (await piecesOf(world, orderId)).filter(({ state }) => openStates.includes(state));
  if (pieces.some(({ state }) => state === 'missing')) return;
  const sources = await sourcesOf(world, orderId, pieces);
  if (sources === null || !(await completeOrder(shop, orderId, 'branch:ringtee')).ok) return;
  moveFrom(world, sources, 'buyers');
  await world.planted.afterHandOver?.(world, pieces);
}

/** Tires arrive for orders, are put aside and handed over, and some of these steps are undone. */
export const handover = {
  complete: onOrder((context, orderId, _step, world) => completeWithAllTires(world, context, orderId)),
  /** Tires from one place arrive at the branch of their order, all or some; missing tires come from any source. */
  arrive: onOrder(async (context, orderId, { variant }, world) => {
    const branch = await branchOf(world, orderId);
    const toCome = (await piecesOf(world, orderId)).filter(
      ({ state, place }) => openStates.includes(state) && !(place === branch && state !== 'in_transit'),
    );
    const { place, tireId } = pickOf(toCome, variant) ?? {};
    if (place === undefined || tireId === undefined) return;
    // Pieces arrive in the order of `arriving` in src/shop/order/holds.ts.
    const rank = (state: string) => ['in_transit', 'sold', 'held', 'ordered', 'missing'].indexOf(state);
    let left = variant % 3 ? Number.POSITIVE_INFINITY : 1;
    const arriving = toCome
      .filter((pieces) => pieces.place === place && pieces.tireId === tireId)
      .sort((a, b) => a.position - b.position || rank(a.state) - rank(b.state))
      .flatMap((pieces) => {
        const count = Math.min(left, pieces.count);
        left -= count;
        return count > 0 ? [{ ...pieces, count }] : [];
      });
    const sources = await sourcesOf(world, orderId, arriving);
    if (sources === null) return;
    const tires = new Map([[tireId, arriving.reduce((sum, { count }) => sum + count, 0)]]);
    if ((await markArrived(context, orderId, `branch:${branch}`, { tires, place })).ok)
      moveFrom(world, sources, branch);
  }),
  /** A buyer gets one tire that is at the branch, or all of one kind. */
  handOver: onOrder(async (context, orderId, { variant }, world) => {
    const branch = await branchOf(world, orderId);
    const here = (await piecesOf(world, orderId)).filter(
      ({ place, state }) => place === branch && (state === 'held' || state === 'sold'),
    );
    const tireId = pickOf(here, variant)?.tireId;
    const count = here.reduce((sum, pieces) => sum + (pieces.tireId === tireId ? pieces.count : 0), 0);
    const handed = variant % 2 ? count : Math.min(1, count);
    const { reality } = world.supply;
    if (tireId === undefined || reality.countAt(tireId, branch) < handed) return;
    const result = await handOver(context, orderId, `branch:${branch}`, { tires: new Map([[tireId, handed]]) });
    if (!result.ok) return;
    reality.move({ tireId, count: handed }, branch, 'buyers');
    await world.planted.afterHandOver?.(world, [{ tireId, place: branch, count: handed }]);
  }),
  /** A hand-over was entered by mistake, or the buyer gives the tires back at once. */
  undoHandOver: onOrder(async (context, orderId, { variant }, world) => {
    const branch = await branchOf(world, orderId);
    const handedOver = (await piecesOf(world, orderId)).filter(({ state }) => state === 'handed_over');
    const tireId = pickOf(handedOver, variant)?.tireId;
    const count = handedOver.reduce((sum, pieces) => sum + (pieces.tireId === tireId ? pieces.count : 0), 0);
    const back = variant % 2 ? count : Math.min(1, count);
    if (tireId === undefined) return;
    const result = await undoHandOver(context, orderId, `branch:${branch}`, { tires: new Map([[tireId, back]]) });
    if (result.ok) world.supply.reality.move({ tireId, count: back }, 'buyers', branch);
  }),
  putAside: onOrder((context, orderId, { variant }) => {
    const tires = variant % 2 ? new Map([[variant % 3 ? 'tire' : 'other', 1 + (variant % 2)]]) : undefined;
    return putAside(context, orderId, 'branch:ringtee', { tires, shelf: `A${variant % 5}` });
  }),
  undoReady: onOrder((context, orderId) => undoReady(context, orderId, 'branch:ringtee')),
} satisfies Record<string, Do>;
