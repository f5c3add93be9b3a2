import type { Bay } from '../../config/fitting-fields.ts';
import { type Block, type Booked, type DayFrame, planDay } from '../day-plan.ts';
import { baysFor, type Work } from '../work.ts';

/** True if the booking is in a block or outside the hours, or its bay no longer exists or cannot do the job. */
export function mustMove(
  { bay, from, to, work }: Booked & { work: Pick<Work, 'vehicle' | 'rim'> },
  frame: DayFrame,
  { bays, blocks }: { bays: readonly Bay[]; blocks: readonly Block[] },
): boolean {
  const suitableBay = baysFor(bays, work).filter(({ id }) => id === bay);
  const [bayPlan] = planDay(frame, suitableBay, { bookings: [], blocks }).bays;
  return !bayPlan?.desk.some((span) => span.from <= from && to <= span.to);
}
