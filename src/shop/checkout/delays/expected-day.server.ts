import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { addWorkingDays, type Day, hoursOf, openDayFrom } from '../../calendar.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import type { PieceState } from '../../order/holds.ts';
import { piecesOf } from '../../order/order-pieces.server.ts';

/** `day` null: some tires are missing, or the day of their arrival is not known. */
export type ExpectedArrival = { day: Day | null; isLate: boolean };

type ExpectedOrder = { id: number; branch: string; promised_on: Day };

/** Returns the latest among the days of pieces that have not arrived and the day that an employee reported. */
export async function expectedArrivalOf(
  db: Kysely<Tables>,
  shopConfig: ShopConfig,
  order: ExpectedOrder,
): Promise<ExpectedArrival> {
  const pieces = await piecesOf(db, shopConfig, order.id);
  const arrivedStates: PieceState[] = ['here', 'handed-over', 'returned'];
  const awaitedDays = pieces.filter(({ state }) => !arrivedStates.includes(state)).map(({ day }) => day);
  if (awaitedDays.includes(null)) return { day: null, isLate: true };
  const days = [...awaitedDays, await readReportedDay(db, order.id)].filter((day) => day !== null);
  const latest = days.toSorted().at(-1) ?? order.promised_on;
  if (latest <= order.promised_on) return { day: latest, isLate: false };
  return { day: openDayFrom(latest, hoursOf(shopConfig, order.branch)), isLate: true };
}

/** Null: no employee has reported a day since the last change of the order's tires or branch. */
async function readReportedDay(db: Kysely<Tables>, orderId: number): Promise<Day | null> {
  const report = await db
    .selectFrom('order_events')
    .select(sql<Day | null>`data->>'day'`.as('day'))
    .where('order_id', '=', orderId)
    // A change of tires or branch has no `day`. As the newest event, it makes an earlier report void.
    .where(sql<boolean>`(type = 'delay-reported' or (type = 'changed' and data ?| array['tires', 'branch']))`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return report?.day ?? null;
}

const minWorkingDaysToTellAgain = 2;

/** Null: no day is known. Earlier days, and those less than two working days later, are not told again. */
export function mustTellBuyerAgain(toldDay: Day | null, expectedDay: Day | null, hours: ShopConfig['hours']): boolean {
  if (toldDay === null || expectedDay === null) return toldDay !== expectedDay;
  return expectedDay >= addWorkingDays(toldDay, minWorkingDaysToTellAgain, hours);
}
