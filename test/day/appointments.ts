import { instantAt } from '../../src/shop/calendar.ts';
import { markMissed } from '../../src/shop/checkout/fitting/booking-steps.server.ts';
import { act, type Day, noteMailToBuyer } from './act.ts';
import type { Appointment, Order } from './facts.ts';
import { openAppointment } from './order-facts.ts';
import { date } from './shop.ts';

const tomorrow = '2026-11-24';
const inTwoWeeks = '2026-12-08';

/** Start times that buyers choose with their orders. `thisMorning` is over during the day. */
export const starts = {
  thisMorning: instantAt(date, '10:00'),
  thisAfternoon: instantAt(date, '15:15'),
  tomorrow: instantAt(tomorrow, '10:00'),
  laterTomorrow: instantAt(tomorrow, '11:45'),
  afterTransfer: instantAt(inTwoWeeks, '11:00'),
};

const orderAt = ({ facts }: Day, start: Date): { order: Order; appointment: Appointment } => {
  for (const order of facts.orders) {
    const appointment = openAppointment(order);
    if (appointment?.start.getTime() === start.getTime()) return { order, appointment };
  }
  throw new Error(`no order has an appointment at ${start.toISOString()}`);
};

/** One buyer moves an appointment. Another does not come, gets a mail about it, and chooses a time in the afternoon. */
export async function moveAndMiss(day: Day): Promise<void> {
  const moved = orderAt(day, starts.tomorrow);
  await choose(day, moved.order, starts.laterTomorrow);
  const missed = orderAt(day, starts.thisMorning);
  await act(day, 'missed appointment', async () => {
    const { pool } = day.shop.db;
    const { rows } = await pool.query<{ id: string }>(
      `select b.id from fitting_bookings b join orders o on o.id = b.order_id where o.number = $1`,
      [missed.order.number],
    );
    const noted = await markMissed(day.shop.context, { id: rows[0]?.id ?? '' }, 'staff:kati');
    if (!noted.ok) throw new Error(`a missed appointment was refused: ${noted.reason}`);
    missed.appointment.state = 'missed';
    noteMailToBuyer(day, missed.order, 'fitting-missed');
  });
  await choose(day, missed.order, starts.thisAfternoon);
}

/** The clock passes 16:00: the buyer who comes tomorrow is reminded. */
export async function passReminder(day: Day): Promise<void> {
  const { order } = orderAt(day, starts.laterTomorrow);
  await act(day, 'reminder', async () => {
    if (day.shop.now() < instantAt(date, '16:00')) await day.shop.waitUntil('16:00');
    noteMailToBuyer(day, order, 'fitting-reminder');
  });
}

/** A buyer moves the appointment of an order, or chooses one for an order without. */
async function choose(day: Day, order: Order, start: Date): Promise<void> {
  await act(day, 'chosen appointment', async () => {
    const answer = await fetch(`${day.shop.address}/api/v1/orders/${order.number}/fitting`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'order-token': order.token },
      body: JSON.stringify({ at: start.toISOString(), vehicle: 'car' }),
    });
    if (!answer.ok) throw new Error(`an appointment was refused: ${await answer.text()}`);
    const open = openAppointment(order);
    if (open) open.start = start;
    else order.appointments.push({ start, state: 'booked' });
    noteMailToBuyer(day, order, 'fitting-moved');
  });
}
