import type { Day } from '../../calendar.ts';
import type { CalendarBooking } from '../calendar/calendar.ts';
import type { OrderAct } from '../order/order-act.ts';
import type { Section } from '../today.ts';

export type FittingStep = 'fitting-arrived' | 'fitting-done';

/** `late`: the buyer has not come 15 minutes after the start. `step`: the next one; null: the fitting is done, and `orderAct` is the next act of its order. */
export type FittingRow = CalendarBooking & {
  studded: boolean;
  late: boolean;
  step: FittingStep | null;
  orderAct: OrderAct | null;
};

/** `later`: the number of further appointments today, which `rows` does not show. */
export type BayToday = { bay: number; rows: FittingRow[]; later: number };

/** `toMove`: appointments of any day that an employee must move. */
export type TodayFitting = { bays: BayToday[]; toMove: Section<CalendarBooking & { day: Day }> };
