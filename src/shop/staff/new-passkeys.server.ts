import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';

const reportPeriodMs = 24 * 60 * 60 * 1000;

/** Returns the passkeys of the last 24 hours. The owner is told of each, because it gives access to the desk. */
export function newPasskeys(db: Kysely<Tables>, now: Date) {
  return db
    .selectFrom('staff_passkeys as passkey')
    .innerJoin('staff', 'staff.id', 'passkey.staff_id')
    .select(['staff.login', 'staff.name', 'staff.role', 'passkey.name as passkey', 'passkey.created_at as at'])
    .where('passkey.created_at', '>', new Date(now.getTime() - reportPeriodMs))
    .orderBy('passkey.created_at')
    .orderBy('passkey.id')
    .execute();
}
