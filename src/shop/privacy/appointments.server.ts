import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Trx } from '../../database/transaction.server.ts';
import { retentionLimit } from './kept-until.ts';
import { retention } from './retention.ts';

const erasedValues = { name: null, phone: null, plate: null, note: '' };

export type ErasedAppointment = { id: string; branch: string; startsAt: string; erased: boolean };

const digitsOf = (text: RawBuilder<unknown>) => sql`regexp_replace(${text}, '[^0-9]', '', 'g')`;

const withoutCountryCode = (text: RawBuilder<unknown>) => sql`regexp_replace(${digitsOf(text)}, '^(00)?372', '')`;

/** SQL: whether a booking without an order has this phone number. The same number with and without +372 matches. */
export function hasPhone(phone: string): RawBuilder<boolean> {
  const digits = withoutCountryCode(sql`${phone}::text`);
  return sql<boolean>`(order_id is null and ${digits} <> '' and ${withoutCountryCode(sql.ref('phone'))} = ${digits})`;
}

export function hasPhoneOf(orderIds: readonly number[]): RawBuilder<boolean> {
  const numbers = sql`select ${withoutCountryCode(sql.ref('orders.phone'))} from orders where id = any(${orderIds}) and phone <> ''`;
  return sql<boolean>`(order_id is null and ${withoutCountryCode(sql.ref('phone'))} in (${numbers}))`;
}

/** Erases the personal data of appointments without an order, except upcoming ones. */
export async function eraseAppointments(trx: Trx, ids: readonly string[], now: Date): Promise<ErasedAppointment[]> {
  if (ids.length === 0) return [];
  const appointments = await trx
    .selectFrom('fitting_bookings')
    .select(['id', 'branch', 'starts_at'])
    .select(sql<boolean>`state in ('booked', 'arrived') and ends_at > ${now}`.as('isUpcoming'))
    .where('id', 'in', ids)
    .orderBy('starts_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  const pastIds = appointments.filter(({ isUpcoming }) => !isUpcoming).map(({ id }) => id);
  if (pastIds.length > 0)
    await trx.updateTable('fitting_bookings').set(erasedValues).where('id', 'in', pastIds).execute();
  return appointments.map(({ id, branch, starts_at, isUpcoming }) => ({
    id,
    branch,
    startsAt: starts_at.toISOString(),
    erased: !isUpcoming,
  }));
}

/** Erases the notes that employees wrote. Appointments with an order have no name, phone or plate of their own. */
export async function eraseAppointmentsOf(trx: Trx, orderIds: readonly number[]): Promise<void> {
  await trx.updateTable('fitting_bookings').set(erasedValues).where('order_id', 'in', orderIds).execute();
}

/** Erases the personal data of old appointments without an order; `eraseOrders` does so for those with an order. */
export async function eraseOldAppointments(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .updateTable('fitting_bookings')
    .set(erasedValues)
    .where('order_id', 'is', null)
    .where('starts_at', '<', retentionLimit(now, { days: retention.appointmentDays }))
    .where(sql<boolean>`(name is not null or phone is not null or plate is not null or note <> '')`)
    .execute();
}
