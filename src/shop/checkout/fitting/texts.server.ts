import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { defaultLocale, type Locale } from '../../locale.ts';
import { tallinnDate } from '../../tallinn-date.ts';

export type FittingTextMessage = {
  id: string;
  kind: 'moved' | 'freed' | 'reminder';
  to: string;
  locale: Locale;
  branch: string;
  startsAt: Date;
};

/** Returns a text message with the current data of its appointment; null if it was sent or dropped, is outdated, has no phone number, or the appointment has begun. */
export async function readTextMessage(db: Kysely<Tables>, id: string, now: Date): Promise<FittingTextMessage | null> {
  const message = await db
    .selectFrom('fitting_texts as text')
    .innerJoin('fitting_bookings as booking', 'booking.id', 'text.booking_id')
    .leftJoin('orders', 'orders.id', 'booking.order_id')
    .select(['text.kind', 'text.about', 'text.sent_at', 'text.dropped_at'])
    .select(['booking.branch', 'booking.state', 'booking.starts_at', 'booking.phone'])
    .select(['orders.phone as orderPhone', 'orders.locale'])
    .select(
      sql<number | null>`(select max(about::integer) from fitting_texts
        where booking_id = booking.id and kind in ('moved', 'freed'))`.as('lastToldVersion'),
    )
    .where('text.id', '=', id)
    .executeTakeFirst();
  if (!message || message.sent_at || message.dropped_at) return null;
  const { kind, about: dayOrVersion, state, branch, lastToldVersion, starts_at: startsAt } = message;
  const to = message.phone || message.orderPhone || '';
  const isLatest =
    kind === 'reminder' ? dayOrVersion === tallinnDate(startsAt) : Number(dayOrVersion) === lastToldVersion;
  const expectedState = kind === 'freed' ? 'freed' : 'booked';
  const isCurrent = isLatest && state === expectedState;
  if (to === '' || !isCurrent || startsAt <= now) return null;
  return { id, kind, to, locale: message.locale ?? defaultLocale, branch, startsAt };
}

export async function markTextMessageSent(db: Kysely<Tables>, id: string, at: Date): Promise<void> {
  await db.updateTable('fitting_texts').set({ sent_at: at }).where('id', '=', id).execute();
}

export async function markTextMessageDropped(db: Kysely<Tables>, id: string, at: Date): Promise<void> {
  await db
    .updateTable('fitting_texts')
    .set({ dropped_at: at })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}
