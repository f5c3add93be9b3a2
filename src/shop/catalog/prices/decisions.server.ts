import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import type { Cents } from '../../money.ts';

/** SQL: the pin (a price set by hand) of each tire on a day: the last recorded pin whose days include this day. `unpinned` ends all earlier pins. */
export function pinsOn(day: Day) {
  return sql`(
  select id, tire_id, price_cents, below_floor from (
    select distinct on (tire_id) id, tire_id, kind, price_cents, below_floor from price_decisions
    where kind = 'unpinned' or (kind = 'pinned' and (valid_from is null or valid_from <= ${day}::date)
      and (valid_until is null or valid_until >= ${day}::date))
    order by tire_id, id desc
  ) last where kind = 'pinned')`;
}

export const takenOffSaleByHand = sql`(
  select tire_id from (
    select distinct on (tire_id) tire_id, kind from price_decisions
    where kind in ('off_sale', 'on_sale') order by tire_id, id desc
  ) last where kind = 'off_sale')`;

/** Returns the ids of tires with a pin that began or ended between two days, which may be in any order. A pin ends on the day after `valid_until`. */
export async function tiresWithPinChange(db: Kysely<Tables>, from: Day, to: Day): Promise<string[]> {
  const [earlier, later] = [from, to].toSorted();
  const { rows } = await sql<{ id: string }>`
    select distinct tire_id as id from price_decisions
    where (valid_from > ${earlier}::date and valid_from <= ${later}::date)
      or (valid_until >= ${earlier}::date and valid_until < ${later}::date)`.execute(db);
  return rows.map(({ id }) => id);
}

export type Decision = { at: Date; actor: string; reason: string };

/** `from`, `until`: the first and the last day, null: no limit. */
export type Pin = Decision & { priceCents: Cents; from: Day | null; until: Day | null };

/** The decisions that apply to a tire on a day. `planned`: pins that begin later, sorted by first day. */
export type DecisionsOfTire = { pinned: Pin | null; planned: Pin[]; takenOffSale: Decision | null };

const firstDayOrEmpty = ({ from }: Pin) => from ?? '';

export async function decisionsOf(db: Kysely<Tables>, tireId: string, day: Day): Promise<DecisionsOfTire> {
  const { rows: pins } = await sql<Pin>`
    select at, actor, reason, valid_from as "from", valid_until as until, price_cents as "priceCents"
    from price_decisions
    where tire_id = ${tireId} and kind = 'pinned' and (valid_until is null or valid_until >= ${day}::date)
      and id > coalesce((select max(id) from price_decisions where tire_id = ${tireId} and kind = 'unpinned'), 0)
    order by id desc`.execute(db);
  const { rows: takenOffSale } = await sql<Decision>`
    select at, actor, reason from price_decisions
    where id = (select max(id) from price_decisions where tire_id = ${tireId} and kind in ('off_sale', 'on_sale'))
      and kind = 'off_sale'`.execute(db);
  return {
    pinned: pins.find((pin) => firstDayOrEmpty(pin) <= day) ?? null,
    planned: pins
      .filter((pin) => firstDayOrEmpty(pin) > day)
      .toSorted((a, b) => firstDayOrEmpty(a).localeCompare(firstDayOrEmpty(b))),
    takenOffSale: takenOffSale[0] ?? null,
  };
}
