import { sql } from 'kysely';
import { isSupplier } from '../../src/shop/catalog/stock-location.ts';
import { changeStock } from '../../src/shop/checkout/desk/stock.server.ts';
import type { Do } from './acts.ts';
import type { World } from './world.ts';

/** The tires that exist at the start of each run. */
export const existing = [
  { tireId: 'tire', place: 'ringtee', count: 6 },
  { tireId: 'tire', place: 'annelinn', count: 4 },
  { tireId: 'other', place: 'ringtee', count: 0 },
  { tireId: 'other', place: 'annelinn', count: 5 },
  { tireId: 'other', place: 'supplier:seed', count: 3 },
] as const;

const holds = (tireId: string, place: string, states: readonly string[]) => sql`
  (select coalesce(sum(count), 0) from stock_holds
    where tire_id = ${tireId} and place = ${place} and state in (${sql.join(states)}))`;

/** What really stands at a branch, by the moves that employees entered, or what a supplier has left to sell. */
function existsAt({ tireId, place, count }: (typeof existing)[number]) {
  if (isSupplier(place))
    return sql<number>`${count} - (select coalesce(sum(l.ordered), 0) from purchase_lines l join purchases p on p.id = l.purchase_id
      where l.tire_id = ${tireId} and 'supplier:' || p.supplier = ${place})`;
  return sql<number>`${count}
    - (select coalesce(sum(count), 0) from transfers
        where tire_id = ${tireId} and from_branch = ${place} and state in ('sent', 'arrived'))
    + (select coalesce(sum(count), 0) from transfers where tire_id = ${tireId} and to_branch = ${place} and state = 'arrived')
    + (select coalesce(sum(f.received), 0) from purchase_for f join purchase_lines l on l.id = f.line_id
        join purchases p on p.id = l.purchase_id where l.tire_id = ${tireId} and p.branch = ${place})
    - (select coalesce(sum(h.count), 0) from stock_holds h join orders o on o.id = h.order_id
        where h.tire_id = ${tireId} and o.branch = ${place} and h.state = 'handed_over')`;
}

/** An employee counts what stands at a branch, or a supplier's list lands that knows of no purchase. */
export const countStock: Do = async ({ db, planted }, { pick }, context) => {
  const location = existing[pick % existing.length] ?? existing[0];
  const { tireId, place, count } = location;
  const { rows } = await sql<{ stands: number; sold: number }>`
    select ${existsAt(location)} as stands, ${holds(tireId, place, ['sold'])} as sold`.execute(db);
  const [{ stands, sold } = { stands: 0, sold: 0 }] = rows;
  const listed = isSupplier(place) ? count : Number(stands);
  const counted = listed + (planted.countsSoldTwice ? Number(sold) : 0);
  await changeStock(context, {
    tireId,
    place,
    pieces: { counted },
    reason: '',
    actor: 'operator',
    belowPromised: true,
  });
  if (planted.countsForgetSold)
    await db.updateTable('stock').set({ sold: 0 }).where('tire_id', '=', tireId).where('place', '=', place).execute();
};

/** Tires that the shop offers although they are promised or gone, one line each. */
export async function soldTwice({ db }: Pick<World, 'db'>): Promise<string[]> {
  const lines: string[] = [];
  for (const location of existing) {
    const { tireId, place } = location;
    const { rows } = await sql<{ offered: number; free: number }>`
      select on_hand - held - sold - owed as offered,
        ${existsAt(location)} - ${holds(tireId, place, ['held', 'sold'])} as free
      from stock where tire_id = ${tireId} and place = ${place}`.execute(db);
    const [{ offered, free } = { offered: 0, free: 0 }] = rows;
    if (Number(free) < 0 || offered > Number(free))
      lines.push(`${offered} of ${tireId} at ${place} are offered, ${free} are free`);
  }
  return lines;
}
