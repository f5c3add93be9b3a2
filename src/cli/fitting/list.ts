import { addDays, endOfDay, hoursOf, startOfDay, tallinnTime } from '../../shop/calendar.ts';
import { calendarBooking, readBlocks, readBookings, readOrdersOf } from '../../shop/desk/calendar/calendar.server.ts';
import { dayFrame } from '../../shop/fitting/day-plan.ts';
import { type BranchFitting, fittingOf } from '../../shop/fitting/work.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';
import { branchOption, dayOption } from '../arguments.ts';
import type { Call, Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

const defaultDaysToMove = 62;

export const fittingList: Command = {
  summary: 'Lists fitting times, and those that must be moved.',
  usage: '[--branch B] [--day DAY] [--until DAY] [--to-move] [--json]',
  help: `Lists the fitting times of a day at every branch with bays, earliest first. Freed ones, for example those that buyers cancelled,
are left out. MOVE marks a fitting time that a person must move: it is blocked or outside the hours of shop.config.ts, or its bay cannot do the work.

  --branch B   lists only this branch
  --day DAY    lists this day; by default today
  --until DAY  also lists the days until this one
  --to-move    lists only those that must be moved; without --until, for 62 days
  --json       prints JSON

  npm run shop -- fitting list --day 2026-11-27
  npm run shop -- fitting list --to-move`,
  async run(call) {
    const onlyToMove = call.values['to-move'] === true;
    const firstDay = dayOption(call, 'day') ?? tallinnDate(call.io.now());
    const lastDay = dayOption(call, 'until') ?? (onlyToMove ? addDays(firstDay, defaultDaysToMove) : firstDay);
    const bookings = await bookingsBetween(call, firstDay, lastDay);
    const shown = onlyToMove ? bookings.filter(({ mustMove }) => mustMove) : bookings;
    const headings = ['id', 'branch', 'bay', 'time', 'min', 'work', 'state', 'order', 'name', 'phone', 'plate', ''];
    const rows = shown.map((booking) => [
      booking.id,
      booking.branch,
      booking.bay,
      tallinnTime(new Date(booking.from)),
      booking.minutes,
      workText(booking),
      booking.state,
      booking.order?.number ?? '',
      booking.name,
      booking.phone,
      booking.plate,
      booking.mustMove ? 'MOVE' : '',
    ]);
    print(call, { bookings: shown }, table(headings, rows, 'No fitting times.'));
  },
};

const branchWithoutBays: BranchFitting = { bays: [], windows: {}, works: [] };

type Work = { wheels: number; rim: number | null; vehicle: string };

function workText({ wheels, rim, vehicle }: Work): string {
  const wheelsText = rim === null ? `${wheels} ×` : `${wheels} × ${rim}″`;
  return `${wheelsText} ${vehicle}`;
}

function bookingsBetween(call: Call, firstDay: string, lastDay: string) {
  const { io, shopConfig } = call;
  const onlyBranch = branchOption(call);
  const branches = shopConfig.branches
    .map(({ id }) => id)
    .filter((id) => onlyBranch === undefined || id === onlyBranch);
  const period = { from: startOfDay(firstDay), to: endOfDay(lastDay) };
  return withDatabase(io, async ({ kysely: db }) => {
    const rows = [];
    for (const branch of branches) {
      const fitting = fittingOf(shopConfig, branch) ?? branchWithoutBays;
      const bookings = await readBookings(db, branch, period);
      const blocks = await readBlocks(db, branch, period);
      const orders = await readOrdersOf(db, bookings, io.now());
      for (const booking of bookings) {
        const frame = dayFrame(tallinnDate(booking.starts_at), hoursOf(shopConfig, branch), fitting);
        rows.push({ branch, ...calendarBooking(booking, { frame, fitting, blocks, orders, now: io.now() }) });
      }
    }
    return rows.toSorted((a, b) => a.from.localeCompare(b.from));
  });
}
