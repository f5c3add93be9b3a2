import { moveApartStock } from '../../../src/shop/checkout/desk/apart-stock.server.ts';
import { swapUnderWarranty, undoSwap } from '../../../src/shop/checkout/returns/swap-warranty.server.ts';
import { conditions, takeBack, undoTakeBack } from '../../../src/shop/checkout/returns/take-back.server.ts';
import { type Do, onOrder } from '../acts.ts';
import type { World } from '../world.ts';
import { branches } from './reality.ts';
import { tireIds } from './supply.ts';

const moves = ['apart', 'back', 'gone'] as const;

/** Orders of which the buyer has or had tires. */
async function handedOverIds({ db }: Pick<World, 'db'>): Promise<number[]> {
  const holds = await db
    .selectFrom('stock_holds')
    .select('order_id as id')
    .distinct()
    .where('state', 'in', ['handed_over', 'returned'])
    .orderBy('id')
    .execute();
  return holds.map(({ id }) => id);
}

/** Whether a buyer has tires of an order, as the shop shows them to employees. */
async function buyerHas({ db }: World, orderId: number, tireId: string, count: number): Promise<boolean> {
  const rows = await db
    .selectFrom('stock_holds')
    .select('count')
    .where('order_id', '=', orderId)
    .where('tire_id', '=', tireId)
    .where('state', '=', 'handed_over')
    .execute();
  return rows.reduce((sum, row) => sum + row.count, 0) >= count;
}

/** Tires come back from buyers, and are set apart at branches. */
export const returns = {
  /** Mostly takes a tire back; otherwise undoes such an entry, because the buyer has kept the tire. */
  takeBack: onOrder(async (context, orderId, { pick, variant }, world) => {
    const { reality } = world.supply;
    const [tireId, place] = [tireIds[pick % 2] ?? 'tire', branches[variant % 2] ?? 'ringtee'];
    const condition = conditions[variant % conditions.length] ?? 'new';
    const stands = condition === 'new' ? place : (`apart:${place}` as const);
    const entry = { tires: new Map([[tireId, 1]]), condition, place };
    if (pick % 4) {
      if (!(await buyerHas(world, orderId, tireId, 1))) return;
      if ((await takeBack(context, orderId, 'operator', entry)).ok)
        reality.move({ tireId, count: 1 }, 'buyers', stands);
    } else if (reality.countAt(tireId, stands) > 0) {
      const undone = await undoTakeBack(context, orderId, 'operator', entry);
      if (undone.ok) reality.move({ tireId, count: 1 }, stands, 'buyers');
    }
  }, handedOverIds),
  swapWarranty: onOrder(async (context, orderId, { pick, variant }, world) => {
    const { reality } = world.supply;
    const [tireId, branch] = [tireIds[pick % 2] ?? 'tire', branches[variant % 2] ?? 'ringtee'];
    const swap = { tires: new Map([[tireId, 1]]), branch, reason: 'a bulge' };
    const apart = `apart:${branch}` as const;
    const tires = { tireId, count: 1 };
    if (pick % 4) {
      const canSwap = (await buyerHas(world, orderId, tireId, 1)) && reality.countAt(tireId, branch) > 0;
      if (!canSwap || !(await swapUnderWarranty(context, orderId, 'operator', swap)).ok) return;
      reality.move(tires, 'buyers', apart);
      reality.move(tires, branch, 'buyers');
    } else if (reality.countAt(tireId, apart) > 0 && (await undoSwap(context, orderId, 'operator', swap)).ok) {
      reality.move(tires, 'buyers', branch);
      reality.move(tires, apart, 'buyers');
    }
  }, handedOverIds),
  /** A damaged tire is found, is for sale after all, or is scrapped. */
  async moveApartStock({ supply: { reality } }, { pick, variant }, context) {
    const [tireId, branch] = [tireIds[pick % 2] ?? 'tire', branches[variant % 2] ?? 'ringtee'];
    const move = moves[variant % moves.length] ?? 'apart';
    const [standing, apart] = [branch, `apart:${branch}` as const];
    const [from, to] = ({ apart: [standing, apart], back: [apart, standing], gone: [apart, 'elsewhere'] } as const)[
      move
    ];
    if (reality.countAt(tireId, from) === 0) return;
    const request = {
      move,
      tireId,
      branch,
      count: 1,
      reason: 'looked at',
      actor: 'operator',
      allowBelowPromised: false,
    };
    if ((await moveApartStock(context, request)).ok) reality.move({ tireId, count: 1 }, from, to);
  },
} satisfies Record<string, Do>;
