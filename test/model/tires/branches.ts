import { changeStock } from '../../../src/shop/checkout/desk/stock.server.ts';
import {
  markTransferArrived,
  markTransferMissing,
  markTransferSent,
} from '../../../src/shop/checkout/handover/transfers.server.ts';
import type { ShopContext } from '../../../src/shop/checkout/shop-context.server.ts';
import { type Do, pickOf } from '../acts.ts';
import type { World } from '../world.ts';
import { type Branch, branches } from './reality.ts';
import { lose, noticeLosses, tireIds } from './supply.ts';

/** An employee counts the tires at a branch. */
export async function count(world: World, shop: ShopContext, tireId: string, branch: Branch) {
  const { supply, planted, db } = world;
  const stands = supply.reality.countAt(tireId, branch);
  const counted = stands + ((await planted.extraCount?.(db, tireId, branch)) ?? 0);
  const requested = {
    tireId,
    place: branch,
    pieces: { counted },
    reason: '',
    actor: 'operator',
    allowBelowPromised: true,
  };
  if (!(await changeStock(shop, requested)).ok) throw new Error('a count was refused');
  noticeLosses(supply, tireId, branch);
  await planted.afterCount?.(world, tireId, branch);
}

type Transfer = { id: number; tireId: string; from: Branch; to: Branch; count: number; state: string };

export async function openTransfers({ db }: Pick<World, 'db'>): Promise<Transfer[]> {
  const rows = await db
    .selectFrom('transfers')
    .select(['id', 'tire_id as tireId', 'from_branch as from', 'to_branch as to', 'count', 'state'])
    .where('state', 'in', ['requested', 'sent'])
    .orderBy('id')
    .execute();
  return rows as Transfer[];
}

export async function sendTransfer({ supply: { reality } }: World, shop: ShopContext, transfer: Transfer) {
  const { id, from } = transfer;
  if (transfer.state !== 'requested' || reality.countAt(transfer.tireId, from) < transfer.count) return;
  if ((await markTransferSent(shop, id, `branch:${from}`, transfer.count)).ok)
    reality.move(transfer, from, `van:${from}`);
}

/** Receives the tires of a transfer, even if nobody recorded that they were sent. */
export async function receiveTransfer(world: World, shop: ShopContext, transfer: Transfer): Promise<void> {
  const { reality } = world.supply;
  const { id, from, to, state, ...tires } = transfer;
  const place = state === 'sent' ? (`van:${from}` as const) : from;
  if (reality.countAt(tires.tireId, place) < tires.count) return;
  if (!(await markTransferArrived(shop, id, `branch:${to}`, tires.count)).ok) return;
  reality.move(tires, place, to);
  await world.planted.afterArrival?.(world, { ...tires, branch: to });
}

const toTransfer =
  (act: (world: World, transfer: Transfer, variant: number, context: ShopContext) => Promise<unknown>): Do =>
  async (world, { pick, variant }, context) => {
    const transfer = pickOf(await openTransfers(world), pick);
    if (transfer) await act(world, transfer, variant, context);
  };

export const branchActs = {
  countStock: (world, { pick, variant }, context) =>
    count(world, context, tireIds[pick % 2] ?? 'tire', branches[variant % 2] ?? 'ringtee'),
  async loseTires({ supply }, { pick, variant }) {
    const [tireId, branch] = [tireIds[pick % 2] ?? 'tire', branches[variant % 2] ?? 'ringtee'];
    lose(supply, tireId, branch, Math.min(1, supply.reality.countAt(tireId, branch)));
  },
  sendTransfer: toTransfer((world, transfer, _how, context) => sendTransfer(world, context, transfer)),
  receiveTransfer: toTransfer((world, transfer, _how, context) => receiveTransfer(world, context, transfer)),
  /** Sent tires did not arrive: they are still at the sender, or were lost on the way without the sender noticing. */
  missTransfer: toTransfer(async ({ supply }, transfer, variant, context) => {
    const { id, from, to, state, ...tires } = transfer;
    if (state !== 'sent' || !(await markTransferMissing(context, id, `branch:${to}`, tires.count)).ok) return;
    supply.reality.move(tires, `van:${from}`, from);
    if (variant % 3 === 0) lose(supply, tires.tireId, from, tires.count);
  }),
} satisfies Record<string, Do>;
