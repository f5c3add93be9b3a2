import type { FastifyInstance } from 'fastify';
import ical, { ICalCalendarMethod } from 'ical-generator';
import { addDays, endOfDay, startOfDay } from '../shop/calendar.ts';
import { readOrdersOf } from '../shop/desk/calendar/calendar.server.ts';
import type { Booking } from '../shop/fitting/bookings/bookings.server.ts';
import { activeBookingStates } from '../shop/fitting/read-plans.server.ts';
import { defaultLocale } from '../shop/locale.ts';
import { branchOfFeed } from '../shop/staff/feeds.server.ts';
import { tallinnDate } from '../shop/tallinn-date.ts';
import type { DeskContext } from './context.ts';
import { deskTranslatorOf } from './messages/translator.server.ts';
import { refuse } from './refuse.ts';

const requestsPerMinute = 30;
const daysBefore = 7;
const daysAhead = 62;
const refreshSeconds = 60 * 60;

/** Of 256 bits as base64url. */
const tokenLength = 43;

export const feedPath = (token: string) => `/feed/${token}.ics`;

/** `GET /feed/TOKEN.ics`: the bookings of a branch, for calendar programs, which cannot sign in. */
export function registerCalendarFeed(app: FastifyInstance, context: DeskContext): void {
  const config = { rateLimit: { max: requestsPerMinute, timeWindow: '1 minute' } };
  app.get<{ Params: { file: string } }>('/feed/:file', { config, exposeHeadRoute: false }, async (request, reply) => {
    const { db } = context.shop;
    const [, token] = /^([\w-]+)\.ics$/.exec(request.params.file) ?? [];
    const branch = token?.length === tokenLength ? await branchOfFeed(db, token) : null;
    if (branch === null) return refuse(reply, 404, 'unknown');
    const text = feedText(branch, await bookingsWithOrderNumbers(context, branch), context);
    return reply.type('text/calendar; charset=utf-8').send(text);
  });
}

type BookingWithOrderNumber = { booking: Booking; number: string | null };

async function bookingsWithOrderNumbers(
  { shop: { db, now } }: DeskContext,
  branch: string,
): Promise<BookingWithOrderNumber[]> {
  const today = tallinnDate(now());
  const bookings = await db
    .selectFrom('fitting_bookings')
    .selectAll()
    .where('branch', '=', branch)
    .where('state', 'in', activeBookingStates)
    .where('starts_at', '>=', startOfDay(addDays(today, -daysBefore)))
    .where('starts_at', '<=', endOfDay(addDays(today, daysAhead)))
    .orderBy('starts_at')
    .orderBy('bay')
    .execute();
  const orders = await readOrdersOf(db, bookings, now());
  const orderNumberOf = ({ order_id }: Booking) =>
    order_id === null ? null : (orders.get(order_id)?.row.number ?? null);
  return bookings.map((booking) => ({ booking, number: orderNumberOf(booking) }));
}

/** Calendar providers can read the feed, so it contains neither names of buyers nor plates. */
function feedText(
  branch: string,
  bookings: readonly BookingWithOrderNumber[],
  { shop: { shopConfig } }: DeskContext,
): string {
  const t = deskTranslatorOf(defaultLocale, 'print');
  const { name: shopName, email, branches } = shopConfig;
  const branchName = branches.find(({ id }) => id === branch)?.name ?? branch;
  const calendar = ical({
    name: `${shopName} ${branchName}`,
    prodId: { company: shopName, product: 'desk' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  for (const { booking, number } of bookings) {
    const { id, version, made_at, starts_at, ends_at, wheels, rim, bay } = booking;
    const work = rim === null ? `${wheels} ×` : `${wheels} × ${rim}″`;
    calendar.createEvent({
      id: `${id}@${email.split('@').at(-1)}`,
      sequence: version,
      stamp: made_at,
      start: starts_at,
      end: ends_at,
      summary: number === null ? work : `${work}, ${number}`,
      location: `${branchName}, ${t('work.bay', { bay })}`,
    });
  }
  return calendar.toString();
}
