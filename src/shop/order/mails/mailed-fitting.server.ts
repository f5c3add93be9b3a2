import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { type Booking, latestBookingOf } from '../../fitting/bookings/bookings.server.ts';
import { tallinnDate } from '../../tallinn-date.ts';

type Mail = Pick<Selectable<Tables['letters']>, 'id' | 'order_id' | 'kind' | 'about' | 'created_at'>;

/** `letters.about` tells mails of a kind apart: by booking and version, booking and day (reminders), or free time. */
export const fittingMailAbout = {
  version: ({ id, version }: Pick<Booking, 'id' | 'version'>) => `${id} ${version}`,
  day: ({ id, starts_at }: Pick<Booking, 'id' | 'starts_at'>) => `${id} ${tallinnDate(starts_at)}`,
  start: (startsAt: Date) => startsAt.toISOString(),
};

const firstVersion = 0;

export type MailedFitting = {
  booking: Booking;
  /** The mail is about the first version of the booking: the appointment was booked, not moved. */
  isFirst: boolean;
  /** The free start time that is offered to a buyer on the waiting list; absent: the mail offers none. */
  earlierStart?: Date;
  /** The mail must not be sent: the appointment has changed since the mail was created, or another mail says the same. */
  isOutdated: boolean;
};

export async function mailedFitting(db: Kysely<Tables>, mail: Mail): Promise<MailedFitting | undefined> {
  const booking = await latestBookingOf(db, mail.order_id);
  if (!booking) return undefined;
  const isFirst = mail.about.endsWith(` ${firstVersion}`);
  const fitting = { booking, isFirst, isOutdated: await isOutdated(db, mail, booking) };
  return mail.kind === 'fitting-earlier' ? { ...fitting, earlierStart: new Date(mail.about) } : fitting;
}

async function isOutdated(db: Kysely<Tables>, mail: Mail, booking: Booking): Promise<boolean> {
  const { state, starts_at, earlier_since } = booking;
  if (mail.kind === 'fitting-missed') return state !== 'missed';
  if (mail.kind === 'fitting-moved') return state !== 'booked' || (await hasLaterMail(db, mail));
  if (mail.kind === 'fitting-freed')
    return state !== 'freed' || (await hasLaterMail(db, mail)) || (await isInOtherMail(db, mail, booking));
  if (mail.kind === 'fitting-reminder') return state !== 'booked' || mail.about !== fittingMailAbout.day(booking);
  if (mail.kind === 'fitting-earlier') {
    const offeredStart = new Date(mail.about);
    return state !== 'booked' || earlier_since === null || starts_at <= offeredStart;
  }
  return false;
}

async function hasLaterMail(db: Kysely<Tables>, { order_id, created_at }: Mail): Promise<boolean> {
  const laterMail = await db
    .selectFrom('letters')
    .select('id')
    .where('order_id', '=', order_id)
    .where('kind', 'in', ['fitting-moved', 'fitting-freed'])
    .where('created_at', '>', created_at)
    .limit(1)
    .executeTakeFirst();
  return laterMail !== undefined;
}

/** True if a mail of the same transaction, about a delay or change, says that the appointment was freed. */
async function isInOtherMail(
  db: Kysely<Tables>,
  { order_id, created_at }: Mail,
  { freed_because }: Booking,
): Promise<boolean> {
  const otherMail = await db
    .selectFrom('letters')
    .select('id')
    .where('order_id', '=', order_id)
    .where('kind', 'in', freed_because === 'late' ? ['delayed', 'changed'] : ['changed'])
    .where('created_at', '=', created_at)
    .where('dropped_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return otherMail !== undefined;
}
