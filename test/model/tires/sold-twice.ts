import type { World } from '../world.ts';
import { branches } from './reality.ts';
import { supplier, tireIds } from './supply.ts';

type Row = { tire: string; place: string; onHand: number; offered: number; apart: number; promised: number };
type Ordered = { number: string; tire: string; ordered: number };

/**
 * The shop's counts of each tire at each place, and the lines of sent purchases, in SQL independent of the shop's. `promised`:
 * tires that orders hold or have bought there, and at a supplier also all that was ever purchased, less refusals and cancellations.
 */
const shopCounts = `
  select (select coalesce(json_agg(row), '[]') from (
    select s.tire_id as tire, s.place, s.on_hand as "onHand", s.on_hand - s.held - s.sold - s.owed as offered, s.apart,
      (coalesce((select sum(count) from stock_holds h where h.tire_id = s.tire_id and h.place = s.place
        and h.state in ('held', 'sold')), 0)
      + coalesce((select sum(l.ordered - l.refused - l.cancelled) from purchase_lines l join purchases p on p.id = l.purchase_id
        where l.tire_id = s.tire_id and 'supplier:' || p.supplier = s.place), 0))::integer as promised
    from stock s) row) as stock,
  (select coalesce(json_agg(row), '[]') from (
    select p.number, l.tire_id as tire, l.ordered from purchases p join purchase_lines l on l.purchase_id = p.id
    where p.state in ('sent', 'closed')
      and not exists (select from purchase_events e where e.purchase_id = p.id and e.type = 'bought-by-hand')
    order by l.id) row) as purchases`;

/** Differences between the shop's stock and the tires that really exist, one line each. */
export async function soldTwice(world: World): Promise<string[]> {
  const { reality, unnoticed, lost, listed, supplierOrders } = world.supply;
  const { rows: results } = await world.database.pool.query<{ stock: Row[]; purchases: Ordered[] }>({
    name: 'shop-counts',
    text: shopCounts,
  });
  const { stock, purchases } = results[0] ?? { stock: [], purchases: [] };
  const rows = new Map(stock.map((row) => [`${row.tire} ${row.place}`, row]));
  const none = { onHand: 0, offered: 0, apart: 0, promised: 0 };
  const lines: string[] = [];
  for (const tire of tireIds) {
    for (const branch of branches) {
      const key = `${tire} ${branch}`;
      const { onHand, offered, apart, promised } = rows.get(key) ?? none;
      const [stands, lostUnnoticed] = [reality.countAt(tire, branch), unnoticed.get(key) ?? 0];
      if (onHand !== Math.max(0, stands + lostUnnoticed))
        lines.push(`counted: ${onHand} of ${key}, ${stands} stand there and ${lostUnnoticed} were lost unnoticed`);
      if (offered > Math.max(0, stands + lostUnnoticed - promised))
        lines.push(`${offered} of ${key} are offered, ${promised} of ${stands} + ${lostUnnoticed} are promised`);
      if (promised > stands + (lost.get(key) ?? 0))
        lines.push(`${promised} of ${key} are promised, ${stands} stand there`);
      if (apart !== reality.countAt(tire, `apart:${branch}`)) lines.push(`${apart} of ${key} are apart`);
    }
    const key = `${tire} ${supplier}`;
    const { offered, promised } = rows.get(key) ?? none;
    const at = listed.get(key)?.at ?? null;
    const toGive = promised - reality.givenAt(tire, supplier, at ?? 0);
    const free = at === null ? 0 : Math.max(0, reality.listedAt(tire, supplier, at) - toGive);
    if (offered > free) lines.push(`${offered} of ${key} are offered, but by its last list ${free} are free`);
  }
  for (const { number, tire, ordered } of purchases) {
    const count = supplierOrders.get(number)?.get(tire) ?? 0;
    if (count !== ordered)
      lines.push(`${number} orders ${ordered} of ${tire}, its supplier received an order for ${count}`);
  }
  return lines;
}
