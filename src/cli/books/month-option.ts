import type { MonthFilter } from '../../shop/books/accounts/money-moves.server.ts';
import type { Day } from '../../shop/calendar.ts';
import { branchOption, onlyArgument } from '../arguments.ts';
import { type Call, UsageError } from '../command.ts';

export function monthArgument(call: Call): Day {
  return firstDayOf(onlyArgument(call, 'month'));
}

/** Returns the first day of a month that is written `2026-11`. Throws UsageError for anything else. */
export function firstDayOf(month: string): Day {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) throw new UsageError(`${month} is not a month, such as 2026-11`);
  return `${month}-01`;
}

export function monthFilterOf(call: Call): MonthFilter {
  return { branch: branchOption(call), month: monthArgument(call) };
}
