import type { Trx } from '../../../database/transaction.server.ts';
import { type Booking, lockOpenBookingOf, writeUnlessOverlapping } from '../../fitting/bookings/bookings.server.ts';
import { missedFrom } from '../../fitting/start-range.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { fittingMailAbout } from '../../order/mails/mailed-fitting.server.ts';
import { openStatuses } from '../../order/order.ts';
import { dropUnsentMail, enqueueMail } from '../../order/order-mails.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import {
  changeSeenBooking,
  isOpenBooking,
  type SeenAppointment,
  type SeenBooking,
  type SeenBookingRefusal,
} from './desk-booking.server.ts';

type StepShop = Pick<ShopContext, 'db' | 'now' | 'enqueue'>;

type Step = Partial<Pick<Booking, 'state' | 'arrived_at' | 'done_at'>>;

type StepResult = { ok: true } | SeenBookingRefusal;

export function markCarArrived(shop: StepShop, seen: SeenBooking, actor: string): Promise<StepResult> {
  return changeSeenBooking(shop, seen, async (trx, appointment): Promise<StepResult> => {
    if (appointment.booking.state !== 'booked') return { ok: false, reason: 'changed' };
    const change = { at: shop.now(), actor };
    await writeStep(trx, appointment, { state: 'arrived', arrived_at: change.at }, change, 'fitting-arrived');
    return { ok: true };
  });
}

export function markFitted(shop: StepShop, seen: SeenBooking, actor: string): Promise<StepResult> {
  return changeSeenBooking(shop, seen, async (trx, appointment): Promise<StepResult> => {
    if (!isOpenBooking(appointment.booking)) return { ok: false, reason: 'changed' };
    const change = { at: shop.now(), actor };
    await writeStep(trx, appointment, { state: 'done', done_at: change.at }, change, 'fitting-done');
    return { ok: true };
  });
}

/** The mail is delayed so that an employee can undo a mistake before it is sent. */
const mailDelaySeconds = 60;

/** `too-early`: the buyer may still come, until 15 minutes after the start. */
export type MissResult = StepResult | { ok: false; reason: 'too-early' };

/** Records that the buyer did not come, which frees the bay. The buyer of an order gets a mail a minute later. */
export function markMissed(shop: StepShop, seen: SeenBooking, actor: string): Promise<MissResult> {
  return changeSeenBooking(shop, seen, async (trx, appointment): Promise<MissResult> => {
    const { booking, order } = appointment;
    if (booking.state !== 'booked') return { ok: false, reason: 'changed' };
    const change = { at: shop.now(), actor };
    if (change.at.getTime() < missedFrom(booking.starts_at.getTime())) return { ok: false, reason: 'too-early' };
    await writeStep(trx, appointment, { state: 'missed' }, change, 'fitting-missed');
    // `writeStep` has raised the version by 1.
    const missedBooking = { id: booking.id, version: booking.version + 1 };
    if (order && order.email !== '') {
      await enqueueMail(trx, shop.enqueue, {
        orderId: order.id,
        kind: 'fitting-missed',
        at: change.at,
        eventKey: fittingMailAbout.version(missedBooking),
        afterSeconds: mailDelaySeconds,
      });
    }
    return { ok: true };
  });
}

/** `too-late`: the order has ended, or has another appointment by now. `slot-taken`: the time is booked again. */
export type UndoStepResult = StepResult | { ok: false; reason: 'too-late' | 'slot-taken' };

export function undoStep(shop: StepShop, seen: SeenBooking, actor: string): Promise<UndoStepResult> {
  return changeSeenBooking(shop, seen, async (trx, appointment): Promise<UndoStepResult> => {
    const { booking, order } = appointment;
    const before = stepBefore(booking);
    if (!before) return { ok: false, reason: 'changed' };
    if (order && !(await mayReopen(trx, order, booking))) return { ok: false, reason: 'too-late' };
    const change = { at: shop.now(), actor };
    const undone = await writeUnlessOverlapping(trx, async () => {
      await writeStep(trx, appointment, before, change, 'fitting-undone');
      return true;
    });
    if (!undone) return { ok: false, reason: 'slot-taken' };
    if (order && booking.state === 'missed') await dropUnsentMail(trx, order.id, 'fitting-missed', change.at);
    return { ok: true };
  });
}

function stepBefore({ state, arrived_at }: Booking): Step | null {
  if (state === 'arrived') return { state: 'booked', arrived_at: null };
  if (state === 'done') return { state: arrived_at ? 'arrived' : 'booked', done_at: null };
  return state === 'missed' ? { state: 'booked' } : null;
}

async function mayReopen(trx: Trx, order: LockedOrder, { id, branch }: Booking): Promise<boolean> {
  const openBooking = await lockOpenBookingOf(trx, order.id);
  const hasOtherBooking = openBooking !== null && openBooking.id !== id;
  const isFittedThere = order.fulfilment === 'fitting' && order.branch === branch;
  return openStatuses.includes(order.status) && isFittedThere && !hasOtherBooking;
}

async function writeStep(
  trx: Trx,
  { booking, order }: SeenAppointment,
  values: Step,
  change: ChangeStamp,
  event: string,
): Promise<void> {
  await trx
    .updateTable('fitting_bookings')
    .set(values)
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', booking.id)
    .execute();
  if (order) await recordEvent(trx, order.id, change, event, { at: booking.starts_at.toISOString() });
}
