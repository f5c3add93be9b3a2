import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { type Booking, latestBookingOf } from '../../fitting/bookings/bookings.server.ts';
import { tallinnDate } from '../../tallinn-date.ts';

type Mail = Pick<Selectable<Tables['letters']>, 'id' | 'order_id' | 'kind' | 'about' | 'created_at'>;

/** What a mail is about: a booking in a version, a booking on a day (reminder), or an instant that is free. */
export const aboutFitting = {
  version: ({ id, version }: Pick<Booking, 'id' | 'version'>) => `${id} ${version}`,
  day: ({ id, starts_at }: Pick<Booking, 'id' | 'starts_at'>) => `${id} ${tallinnDate(starts_at)}`,
  start: (startsAt: Date) => startsAt.toISOString(),
};

/** The newest booking of the order, and for mails about it whether they still say what is true. */
export type MailedFitting = {
  booking: Booking;
  /** Whether the order had no time before, in a mail about a time that was booked. */
  isFirst: boolean;
  /** The free start of which a waiting buyer is told; absent: the mail is about none. */
  earlierStart?: Date;
  /** Whether something has changed since, so that the mail must not be sent. */
  isOutdated: boolean;
};

/** Returns what a mail says about the appointment of its order; undefined if the order never had one. */
export async function mailedFitting(db: Kysely<Tables>, mail: Mail): Promise<MailedFitting | undefined> {
  const booking = await latestBookingOf(db, mail.order_id);
  if (!booking) return undefined;
  const isFirst = mail.about.endsWith(' 0');
  const fitting = { booking, isFirst, isOutdated: await isOutdated(db, mail, booking) };
  return mail.kind === 'fitting-earlier' ? { ...fitting, earlierStart: new Date(mail.about) } : fitting;
}

async function isOutdated(db: Kysely<Tables>, mail: Mail, booking: Booking): Promise<boolean> {
  const { state, starts_at, earlier_since } = booking;
  if (mail.kind === 'fitting-missed') return state !== 'missed';
  if (mail.kind === 'fitting-moved') return state !== 'booked' || (await isFollowed(db, mail));
  if (mail.kind === 'fitting-freed')
    return state !== 'freed' || (await isFollowed(db, mail)) || (await isSaidElsewhere(db, mail));
  if (mail.kind === 'fitting-reminder') return state !== 'booked' || mail.about !== aboutFitting.day(booking);
  if (mail.kind === 'fitting-earlier')
    return state !== 'booked' || earlier_since === null || starts_at <= new Date(mail.about);
  return false;
}

/** Whether a later mail tells of a later change of the appointment. */
async function isFollowed(db: Kysely<Tables>, { order_id, created_at }: Mail): Promise<boolean> {
  const later = await db
    .selectFrom('letters')
    .select('id')
    .where('order_id', '=', order_id)
    .where('kind', 'in', ['fitting-moved', 'fitting-freed'])
    .where('created_at', '>', created_at)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/** Whether the mail about the delay or the change that freed the appointment says so, which has the same time. */
async function isSaidElsewhere(db: Kysely<Tables>, { order_id, created_at }: Mail): Promise<boolean> {
  const sameEvent = await db
    .selectFrom('letters')
    .select('id')
    .where('order_id', '=', order_id)
    .where('kind', 'in', ['delayed', 'changed'])
    .where('created_at', '=', created_at)
    .where('dropped_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return sameEvent !== undefined;
}
