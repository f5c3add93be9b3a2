import { sql } from 'kysely';
import { isSupplier } from '../../src/shop/catalog/stock-location.ts';
import { changeStock } from '../../src/shop/checkout/desk/stock.server.ts';
import type { Do } from './acts.ts';
import type { World } from './world.ts';

/** The tires that exist at the start of each run. */
export const existing = [
  { tireId: 'tire', place: 'ringtee', count: 6 },
  { tireId: 'tire', place: 'annelinn', count: 4 },
  { tireId: 'other', place: 'annelinn', count: 5 },
  { tireId: 'other', place: 'supplier:seed', count: 3 },
] as const;

const promised = (tireId: string, place: string, states: readonly string[]) => sql<number>`
  (select coalesce(sum(count), 0) from stock_holds
    where tire_id = ${tireId} and place = ${place} and state in (${sql.join(states)}))`;

/** An employee counts what stands at a branch, or a supplier's list lands that knows of no purchase. */
export const countStock: Do = async ({ db, planted }, { pick }, context) => {
  const { tireId, place, count } = existing[pick % existing.length] ?? existing[0];
  const goneStates = isSupplier(place) ? [] : ['handed_over'];
  const { rows } = await sql<{ gone: number; sold: number }>`
    select ${promised(tireId, place, ['', ...goneStates])} as gone, ${promised(tireId, place, ['sold'])} as sold`.execute(
    db,
  );
  const [{ gone, sold } = { gone: 0, sold: 0 }] = rows;
  const counted = count - Number(gone) + (planted.countsSoldTwice ? Number(sold) : 0);
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
  for (const { tireId, place, count } of existing) {
    const { rows } = await sql<{ offered: number; taken: number }>`
      select on_hand - held - sold - owed as offered,
        ${promised(tireId, place, ['held', 'sold', 'ordered', 'in_transit', 'handed_over'])} as taken
      from stock where tire_id = ${tireId} and place = ${place}`.execute(db);
    const [{ offered, taken } = { offered: 0, taken: 0 }] = rows;
    const free = count - Number(taken);
    if (free < 0 || offered > free) lines.push(`${offered} of ${tireId} at ${place} are offered, ${free} are free`);
  }
  return lines;
}
