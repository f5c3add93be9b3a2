import { addDays, type Day, hoursOf } from '../../shop/calendar.ts';
import { blockTime } from '../../shop/checkout/fitting/blocks.server.ts';
import { markCarArrived, markFitted, markMissed } from '../../shop/checkout/fitting/booking-steps.server.ts';
import { bookWithoutOrder } from '../../shop/checkout/fitting/desk-booking.server.ts';
import { bookForOrder, slotsOfOrder } from '../../shop/checkout/fitting/order-booking.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import type { Booking } from '../../shop/fitting/bookings/bookings.server.ts';
import { dayFrame, type Span } from '../../shop/fitting/day-plan.ts';
import { type BranchFitting, fittingOf, type Vehicle } from '../../shop/fitting/work.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';

const actor = 'shop';
const minuteMs = 60_000;

/** Bookings of one day without orders. `after`: minutes after opening. Plates and phone numbers are invented. */
const visits: readonly { after: number; vehicle: Vehicle; rim: number; name: string; plate: string; note?: string }[] =
  [
    { after: 0, vehicle: 'car', rim: 16, name: 'Aivar Lepik', plate: '102 KLM' },
    { after: 0, vehicle: 'suv', rim: 18, name: 'Наталья Орлова', plate: '213 LMN' },
    { after: 45, vehicle: 'car', rim: 15, name: '', plate: '324 MNO', note: 'Rehv laseb õhku välja' },
    { after: 75, vehicle: 'car', rim: 17, name: 'Piret Luik', plate: '435 NOP' },
    { after: 120, vehicle: 'van', rim: 16, name: 'Tiit Raudsepp', plate: '546 OPR' },
    { after: 180, vehicle: 'car', rim: 16, name: 'Виктор Соколов', plate: '657 PRS' },
    { after: 240, vehicle: 'suv', rim: 17, name: 'Helle Mänd', plate: '768 RST', note: 'Helistab, kui hilineb' },
    { after: 300, vehicle: 'car', rim: 18, name: 'Margus Toom', plate: '879 STU' },
    { after: 390, vehicle: 'car', rim: 15, name: '', plate: '980 TUV' },
    { after: 450, vehicle: 'car', rim: 17, name: 'Ülle Kivi', plate: '091 UVX' },
  ];

const missedVisitIndex = 3;
/** Orders get every second free time, so that there are gaps between them. */
const stepOfStarts = 2;
const visitIncludesStorage = (index: number) => index % 4 === 3;
const orderIncludesStorage = (index: number) => index % 4 === 0;

type BranchDay = { id: string; fitting: BranchFitting; day: Day; hours: Span };

/** Fills today's calendar, or the next open day's if today is nearly over. Orders get free times from that day on. */
export async function fillDemoCalendar(
  shop: ShopContext,
  branchId: string,
  orderIds: readonly number[],
): Promise<void> {
  const branchDay = branchDayOf(shop, branchId);
  if (!branchDay) return;
  await blockLastBay(shop, branchDay);
  for (const [index, visit] of visits.entries()) {
    const booking = await bookVisit(shop, branchDay, visit, index);
    if (booking) await advanceVisit(shop, booking, index === missedVisitIndex);
  }
  for (const [index, orderId] of orderIds.entries()) await bookOrder(shop, branchDay, orderId, index);
}

const minTimeLeftMs = 120 * minuteMs;

function branchDayOf({ shopConfig, now }: ShopContext, id: string): BranchDay | null {
  const fitting = fittingOf(shopConfig, id);
  if (!fitting) return null;
  for (let day = tallinnDate(now()); ; day = addDays(day, 1)) {
    const { hours } = dayFrame(day, hoursOf(shopConfig, id), fitting);
    if (hours && hours.to - now().getTime() >= minTimeLeftMs) return { id, fitting, day, hours };
  }
}

async function blockLastBay(shop: ShopContext, { id: branch, fitting, hours }: BranchDay): Promise<void> {
  const bay = fitting.bays.at(-1)?.id ?? null;
  const [from, to] = [new Date(hours.to - 60 * minuteMs), new Date(hours.to)];
  const blocked = await blockTime(
    shop,
    { branch, bay, from, to, isExtraHours: false, reason: 'Tõstuki hooldus' },
    actor,
  );
  if (!blocked.ok) throw new Error(`the demonstration block was refused: ${blocked.reason}`);
}

/** Returns null if the branch does not do the work, or has no free bay at that time. */
async function bookVisit(
  shop: ShopContext,
  { id: branch, hours }: BranchDay,
  { after, vehicle, rim, name, plate, note = '' }: (typeof visits)[number],
  index: number,
): Promise<Booking | null> {
  const at = new Date(hours.from + after * minuteMs);
  const phone = name === '' ? '' : `+372 0000 20${String(index).padStart(2, '0')}`;
  const work = { vehicle, wheels: 4, rim, runFlat: false };
  const channel = name === '' ? 'counter' : 'phone';
  // Books as if it were the day before, because a time that is over cannot be booked.
  const bookedAt = new Date(Math.min(shop.now().getTime(), hours.from - 24 * 60 * minuteMs));
  const booked = await bookWithoutOrder(
    { ...shop, now: () => bookedAt },
    { branch, at, work, channel, name, phone, plate, note, storage: visitIncludesStorage(index) },
    actor,
  );
  if (!booked.ok && booked.reason === 'validation') throw new Error(`a demonstration booking has faults: ${plate}`);
  return booked.ok ? booked.booking : null;
}

async function advanceVisit(shop: ShopContext, { id, starts_at, ends_at }: Booking, isMissed: boolean): Promise<void> {
  const now = shop.now();
  if (isMissed && ends_at <= now) await markMissed(shop, { id }, actor);
  else if (ends_at <= now) await markFitted(shop, { id }, actor);
  else if (starts_at <= now) await markCarArrived(shop, { id }, actor);
}

async function bookOrder(shop: ShopContext, { day }: BranchDay, orderId: number, index: number): Promise<void> {
  const vehicle = index % 3 === 1 ? 'suv' : 'car';
  const { days } = await slotsOfOrder(shop, orderId, { vehicle, firstDay: day, bookedVia: 'desk' });
  const starts = days.flatMap((slotsOfDay) => slotsOfDay.starts);
  const start = starts[index * stepOfStarts] ?? starts[0];
  if (start)
    await bookForOrder(
      shop,
      orderId,
      { at: new Date(start.at), vehicle, storage: orderIncludesStorage(index) },
      { actor, bookedVia: 'desk' },
    );
}
