import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { hoursOf } from '../../calendar.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { dayFrame } from '../day-plan.ts';
import { fittingOf } from '../work.ts';
import { mustMove } from './must-move.ts';

type BookingToMove = { id: string; orderId: number | null; branch: string; bay: number; startsAt: Date };

const rimThatFitsEveryBay = 0;

export async function bookingsToMove(
  db: Kysely<Tables>,
  { shopConfig, now, branch }: { shopConfig: ShopConfig; now: Date; branch?: string },
): Promise<BookingToMove[]> {
  const rows = await db
    .selectFrom('fitting_bookings')
    .select(['id', 'order_id as orderId', 'branch', 'bay', 'starts_at', 'ends_at', 'vehicle', 'rim'])
    .where('state', '=', 'booked')
    .where('ends_at', '>', now)
    .$if(branch !== undefined, (query) => query.where('branch', '=', branch as string))
    .orderBy('starts_at')
    .orderBy('bay')
    .execute();
  if (rows.length === 0) return [];
  const blockRows = await db.selectFrom('fitting_blocks').selectAll().where('ends_at', '>', now).execute();
  const blocks = blockRows.map(({ starts_at, ends_at, ...block }) => {
    return { ...block, from: starts_at.getTime(), to: ends_at.getTime() };
  });
  const rowsByBranchAndDay = Map.groupBy(rows, (row) => `${row.branch} ${tallinnDate(row.starts_at)}`);
  return [...rowsByBranchAndDay.values()].flatMap((dayRows) => {
    const [first] = dayRows;
    if (!first) return [];
    const fitting = fittingOf(shopConfig, first.branch);
    const frame = fitting && dayFrame(tallinnDate(first.starts_at), hoursOf(shopConfig, first.branch), fitting);
    const branchBlocks = blocks.filter((block) => block.branch === first.branch);
    return dayRows.flatMap(({ id, orderId, bay, starts_at: startsAt, ends_at: endsAt, vehicle, rim }) => {
      const booked = {
        bay,
        from: startsAt.getTime(),
        to: endsAt.getTime(),
        work: { vehicle, rim: rim ?? rimThatFitsEveryBay },
      };
      const canStay = fitting && frame && !mustMove(booked, frame, { bays: fitting.bays, blocks: branchBlocks });
      return canStay ? [] : [{ id, orderId, branch: first.branch, bay, startsAt }];
    });
  });
}
