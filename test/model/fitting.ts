import { addDays, instantAt, weekdayOf } from '../../src/shop/calendar.ts';
import { type BlockForm, blockTime, unblockTime } from '../../src/shop/checkout/fitting/blocks.server.ts';
import {
  markCarArrived,
  markFitted,
  markMissed,
  undoStep,
} from '../../src/shop/checkout/fitting/booking-steps.server.ts';
import { bookWithoutOrder, cancelAtDesk, moveAtDesk } from '../../src/shop/checkout/fitting/desk-booking.server.ts';
import { bookForOrder, cancelForOrder } from '../../src/shop/checkout/fitting/order-booking.server.ts';
import { remindOfFitting } from '../../src/shop/checkout/fitting/remind-of-fitting.server.ts';
import { tellOfFreedTimes } from '../../src/shop/checkout/fitting/waiting-list.server.ts';
import type { FittingForm } from '../../src/shop/checkout/place/order-form.ts';
import type { Vehicle } from '../../src/shop/fitting/work.ts';
import { tallinnDate } from '../../src/shop/tallinn-date.ts';
import { type Do, onOrder, pickOf } from './acts.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

const vehicles: readonly Vehicle[] = ['car', 'car', 'suv', 'van'];
const vehicleOf = (number: number): Vehicle => vehicles[number % vehicles.length] ?? 'car';

/** Returns one of a few start times, so that several orders want the same one; at most of them the tires may have come. */
function someTime(now: Date, { pick, variant }: Step): Date {
  const minutes = 9 * 60 + 30 * ((pick + variant) % 6) + (variant % 11 === 0 ? 15 : 0);
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const day = addDays(tallinnDate(now), (pick % 6 === 0 ? 0 : 4) + (variant % 5));
  const isWeekend = ['saturday', 'sunday'].includes(weekdayOf(day));
  return instantAt(isWeekend && variant % 4 ? addDays(day, 2) : day, time);
}

/** The appointment in the form of an order; some orders have none. */
export function fittingOfForm(now: Date, step: Step): FittingForm | null {
  if (step.variant % 7 === 0) return null;
  const at = someTime(now, step).toISOString();
  return { at, vehicle: vehicleOf(step.pick), storage: step.variant % 5 === 0, earlier: step.variant % 4 === 0 };
}

const employee = 'staff:kati';

/** An act on a booking that is not freed, mostly one of the last two. `begun`: only on a booking whose start time has passed. */
function toBooking(
  act: (world: World, seen: { id: string; version: number }, step: Step) => Promise<unknown>,
  { begun = false } = {},
): Do {
  return async (world, step, context) => {
    const bookings = await world.db
      .selectFrom('fitting_bookings')
      .select(['id', 'version'])
      .where('state', '<>', 'freed')
      .$if(begun, (query) => query.where('state', '=', 'booked').where('starts_at', '<', world.now()))
      .orderBy('made_at')
      .orderBy('id')
      .execute();
    const booking = pickOf(bookings, step.pick);
    if (booking) await act({ ...world, context }, booking, step);
  };
}

function someBlock(now: Date, step: Step): BlockForm {
  const from = someTime(now, step);
  const hours = 1 + (step.variant % 4);
  const bay = step.variant % 4 === 0 ? null : 1 + (step.pick % 2);
  const to = new Date(from.getTime() + hours * 3_600_000);
  return {
    branch: step.pick % 3 ? 'ringtee' : 'annelinn',
    bay,
    from,
    to,
    isExtraHours: step.variant % 5 === 0,
    reason: '',
  };
}

/** Acts of buyers, employees and the clock on appointments for fitting. */
export const fitting = {
  book: onOrder((context, order, step) => {
    const wanted = {
      at: someTime(context.now(), step),
      vehicle: vehicleOf(step.variant),
      earlier: step.variant % 3 === 0,
    };
    return bookForOrder(context, order, wanted, { actor: 'buyer', bookedVia: 'online' });
  }),
  cancelTime: onOrder((context, order) => cancelForOrder(context, order, { actor: 'buyer', bookedVia: 'online' })),
  bookAtDesk: onOrder((context, order, step) =>
    bookForOrder(
      context,
      order,
      { at: someTime(context.now(), step), vehicle: vehicleOf(step.variant) },
      { actor: employee, bookedVia: 'desk' },
    ),
  ),
  bookWalkIn: (world, step, context) =>
    bookWithoutOrder(
      context,
      {
        branch: step.pick % 2 ? 'ringtee' : 'annelinn',
        at: someTime(world.now(), step),
        work: {
          vehicle: vehicleOf(step.pick),
          wheels: step.variant % 2 ? 4 : 2,
          rim: 15 + (step.variant % 5),
          runFlat: false,
        },
        channel: step.variant % 2 ? 'phone' : 'counter',
        name: 'Jaan Tamm',
        phone: '',
        plate: '',
        note: '',
        storage: false,
      },
      employee,
    ),
  moveAtDesk: toBooking(({ context }, seen, step) => {
    const bay = step.variant % 2 ? undefined : 1 + (step.variant % 3);
    return moveAtDesk(context, seen, { at: someTime(context.now(), step), bay }, employee);
  }),
  cancelAtDesk: toBooking(({ context }, seen) => cancelAtDesk(context, seen, employee)),
  carArrives: toBooking(({ context }, seen) => markCarArrived(context, seen, employee)),
  fitted: toBooking(({ context }, seen) => markFitted(context, seen, employee)),
  miss: toBooking(({ context }, seen) => markMissed(context, seen, employee), { begun: true }),
  undoStep: toBooking(({ context }, seen) => undoStep(context, seen, employee)),
  block: (world, step, context) => blockTime(context, someBlock(world.now(), step), employee),
  /** Removes only blocks: closing an opened time would leave its bookings outside of the hours. */
  unblock: async ({ db }, { pick }, context) => {
    const blocks = await db
      .selectFrom('fitting_blocks')
      .select('id')
      .where('opens', '=', false)
      .orderBy('id')
      .execute();
    const block = pickOf(blocks, pick);
    if (block) await unblockTime(context, block.id);
  },
  remind: (_world, _step, context) => remindOfFitting(context),
  tellOfFreed: (_world, _step, context) => tellOfFreedTimes(context),
} satisfies Record<string, Do>;
