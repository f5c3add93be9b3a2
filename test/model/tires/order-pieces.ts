import type { World } from '../world.ts';
import { openLines } from './purchases.ts';
import type { Branch, Place, SupplierPlace } from './reality.ts';
import { supplier } from './supply.ts';

/** Pieces of an order in one state at one place, as the shop shows them to employees. */
type Pieces = { tireId: string; position: number; place: string; state: string; count: number };

/** Tires that move when pieces reach a buyer or a branch. `given`: false if their supplier must still put them aside. */
type Source = { tireId: string; count: number; from: Place; given: boolean };

export async function branchOf({ db }: Pick<World, 'db'>, orderId: number): Promise<Branch> {
  const order = await db.selectFrom('orders').select('branch').where('id', '=', orderId).executeTakeFirstOrThrow();
  return order.branch as Branch;
}

export async function piecesOf({ db }: Pick<World, 'db'>, orderId: number): Promise<Pieces[]> {
  return db
    .selectFrom('stock_holds')
    .select(['tire_id as tireId', 'position', 'place', 'state', 'count'])
    .where('order_id', '=', orderId)
    .where('state', 'not in', ['returned', 'released'])
    .orderBy('position')
    .orderBy('place')
    .orderBy('state')
    .execute();
}

/** Returns from where these pieces of an order really come; null if some of them are not there. */
export async function sourcesOf(world: World, orderId: number, pieces: readonly Pieces[]): Promise<Source[] | null> {
  const sources: Source[] = [];
  for (const piece of pieces) {
    const { tireId, count, place, state } = piece;
    if (state === 'missing') sources.push({ tireId, count, from: 'elsewhere', given: true });
    else if (state === 'ordered') sources.push(...(await fromPurchases(world, orderId, piece)));
    else sources.push({ tireId, count, from: (state === 'in_transit' ? `van:${place}` : place) as Place, given: true });
  }
  const total = (counted: readonly { count: number }[]) => counted.reduce((sum, { count }) => sum + count, 0);
  const areThere = [...Map.groupBy(sources, ({ tireId, from }) => `${tireId} ${from}`).values()].every((group) => {
    const [{ tireId, from } = { tireId: '', from: 'buyers' as Place }] = group;
    const alreadyGiven = group.filter(({ given }) => given);
    return from === 'elsewhere' || total(alreadyGiven) <= world.supply.reality.countAt(tireId, from);
  });
  const toGive = Map.groupBy(
    sources.filter(({ given }) => !given),
    ({ tireId }) => tireId,
  );
  const canGive = [...toGive].every(([id, group]) => total(group) <= world.supply.reality.countAt(id, supplier));
  return areThere && canGive && total(sources) === total(pieces) ? sources : null;
}

/** Returns the sources of an order's pieces in purchases. The supplier delivers them at once, even unconfirmed ones and those in drafts. */
async function fromPurchases(world: World, orderId: number, { tireId, position, ...piece }: Pieces) {
  const { db, supply } = world;
  const lines = await openLines(world, 'sending', 'unclear', 'sent');
  const parts = await db
    .selectFrom('purchase_for as part')
    .innerJoin('purchase_lines as line', 'line.id', 'part.line_id')
    .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
    .select(['number', 'purchase.state', 'part.count', 'part.received'])
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .orderBy('line.id', 'desc')
    .execute();
  const sources: Source[] = [];
  let missing = piece.count;
  const take = (count: number, from: Place, { given }: { given: boolean }) => {
    if (count > 0) sources.push({ tireId, count, from, given });
    missing -= count;
  };
  for (const { number, state, count, received } of parts) {
    const due = Math.min(missing, count - received);
    if (state === 'draft') {
      take(due, 'purchase:by hand', { given: false });
      continue;
    }
    const aside = Math.min(due, supply.reality.countAt(tireId, `purchase:${number}`));
    take(aside, `purchase:${number}`, { given: true });
    const unanswered = lines.find((line) => line.number === number && line.tireId === tireId)?.unanswered ?? 0;
    take(Math.min(due - aside, unanswered), `purchase:${number}`, { given: false });
  }
  return sources;
}

export function moveFrom({ supply: { reality } }: World, sources: readonly Source[], to: Place): void {
  for (const { tireId, count, from, given } of sources) {
    if (!given) reality.giveTo(from.slice('purchase:'.length), supplier as SupplierPlace, { tireId, count });
    reality.move({ tireId, count }, from, to);
  }
}
