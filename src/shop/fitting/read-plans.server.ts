import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { addDays, type Day, endOfDay, hoursOf, startOfDay } from '../calendar.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import { type Block, type Booked, type DayPlan, dayFrame, planDay } from './day-plan.ts';
import type { BranchFitting } from './work.ts';

/** In these states a booking occupies its bay; missed and freed bookings do not. */
export const activeBookingStates = ['booked', 'arrived', 'done'] as const;

type BookingsAndBlocks = {
  bookings: (Booked & { branch: string; day: Day })[];
  blocks: (Block & { branch: string })[];
};

/** In ms since 1970. PostgreSQL calculates them in half the time that conversion in JavaScript takes. */
const spanColumns = [
  sql<number>`(extract(epoch from starts_at) * 1000)::float8`.as('from'),
  sql<number>`(extract(epoch from ends_at) * 1000)::float8`.as('to'),
] as const;

/** Returns bookings that start from `from` to before `to`, and blocks that overlap. `branch` undefined: all. */
export async function readBookingsAndBlocks(
  db: Kysely<Tables>,
  { from, to }: { from: Date; to: Date },
  branch?: string,
): Promise<BookingsAndBlocks> {
  const bookings = await db
    .selectFrom('fitting_bookings')
    .select(['branch', 'bay', ...spanColumns, sql<Day>`(starts_at at time zone 'Europe/Tallinn')::date`.as('day')])
    .where('state', 'in', activeBookingStates)
    .where('starts_at', '<', to)
    .where('starts_at', '>=', from)
    .$if(branch !== undefined, (query) => query.where('branch', '=', branch as string))
    .execute();
  const blocks = await db
    .selectFrom('fitting_blocks')
    .select(['branch', 'bay', ...spanColumns, 'opens'])
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .$if(branch !== undefined, (query) => query.where('branch', '=', branch as string))
    .execute();
  return { bookings, blocks };
}

export type BranchContext = { shopConfig: ShopConfig; branch: string; fitting: BranchFitting };

/** Returns the plans from `first` to `last`, both included. `except`: a booking whose slot counts as free. */
export async function readPlans(
  db: Kysely<Tables>,
  { shopConfig, branch, fitting }: BranchContext,
  { first, last }: { first: Day; last: Day },
  except?: { bay: number; starts_at: Date },
): Promise<DayPlan[]> {
  const { bookings, blocks } = await readBookingsAndBlocks(db, { from: startOfDay(first), to: endOfDay(last) }, branch);
  const isExcepted = ({ bay, from }: { bay: number; from: number }) =>
    bay === except?.bay && from === except.starts_at.getTime();
  const counted = bookings.filter((booking) => !isExcepted(booking));
  const hours = hoursOf(shopConfig, branch);
  const byDay = Map.groupBy(counted, ({ day }) => day);
  const plans: DayPlan[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const frame = dayFrame(day, hours, fitting);
    plans.push(planDay(frame, fitting.bays, { bookings: byDay.get(day) ?? [], blocks }));
  }
  return plans;
}
