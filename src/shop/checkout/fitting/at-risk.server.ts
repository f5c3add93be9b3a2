import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { addWorkingDays, endOfDay, hoursOf, instantAt, startOfDay, workingDayBefore } from '../../calendar.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { tallinnDate } from '../../tallinn-date.ts';

/** Tires that have not arrived by this time of the working day before the appointment will probably be late. */
const atRiskFromTime = '15:00';

export type FittingAtRisk = { number: string; branch: string; startsAt: Date; missing: number };

/** Returns the appointments until the end of the next working day whose tires are not all at the branch (`missing`: how many), the earliest first. */
export async function fittingsAtRisk(
  db: Kysely<Tables>,
  shopConfig: Pick<ShopConfig, 'hours' | 'branches'>,
  now: Date,
): Promise<FittingAtRisk[]> {
  const today = tallinnDate(now);
  const nextWorkingDays = shopConfig.branches.map(({ id }) => addWorkingDays(today, 1, hoursOf(shopConfig, id)));
  const until = endOfDay(nextWorkingDays.toSorted().at(-1) ?? today);
  const isAtBranch = sql<boolean>`(hold.place = booking.branch and hold.state in ('held', 'sold'))`;
  const appointments = await db
    .selectFrom('fitting_bookings as booking')
    .innerJoin('orders', 'orders.id', 'booking.order_id')
    .innerJoin('stock_holds as hold', 'hold.order_id', 'orders.id')
    .select(['orders.number', 'booking.branch', 'booking.starts_at as startsAt'])
    .select(sql<number>`sum(hold.count)::integer`.as('missing'))
    .where('booking.state', '=', 'booked')
    .where('booking.starts_at', '>=', startOfDay(today))
    .where('booking.starts_at', '<=', until)
    .where('orders.status', '=', 'confirmed')
    .where('hold.state', 'in', ['held', 'sold', 'ordered', 'in_transit', 'missing'])
    .where(({ not }) => not(isAtBranch))
    .groupBy(['orders.number', 'booking.branch', 'booking.starts_at'])
    .orderBy('booking.starts_at')
    .orderBy('orders.number')
    .execute();
  return appointments.filter(({ branch, startsAt }) => {
    const dayBefore = workingDayBefore(tallinnDate(startsAt), hoursOf(shopConfig, branch));
    return startsAt > now && now >= instantAt(dayBefore, atRiskFromTime);
  });
}
