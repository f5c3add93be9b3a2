import type { Day } from '../../calendar.ts';
import type { CalendarBooking } from '../calendar/calendar.ts';
import type { OrderAct } from '../order/order-act.ts';
import type { Section } from '../today.ts';

export type FittingStep = 'fitting-arrived' | 'fitting-done';

/** `late`: the buyer has not come 15 minutes after the start. `step` null: all is done. `orderAct`: the next act of its order once `step` is null. */
export type FittingRow = CalendarBooking & {
  studded: boolean;
  late: boolean;
  step: FittingStep | null;
  orderAct: OrderAct | null;
};

/** `later`: the number of further rows of today. */
export type BayToday = { bay: number; rows: FittingRow[]; later: number };

/** `toMove`: appointments of any day that a person must move. */
export type TodayFitting = { bays: BayToday[]; toMove: Section<CalendarBooking & { day: Day }> };
