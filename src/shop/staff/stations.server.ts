import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.server.ts';
import type { ChangeStamp } from '../history.server.ts';
import { sha256 } from '../order/order-codes.server.ts';
import type { Person } from './people.server.ts';
import { sessionLimits } from './sessions.server.ts';
import { newToken } from './token.ts';

type Db = Kysely<Tables>;

const linkValidMs = 15 * 60_000;

/** The tablet of a branch. `open`: a person used a passkey at it in the last 12 hours, so PINs are accepted. */
export type Station = { id: number; branch: string; name: string; open: boolean };

/** Returns the secret of a one-time link, valid for 15 minutes, that makes a device the station. */
export async function enrolStation(
  db: Db,
  { branch, name }: { branch: string; name: string },
  { at, actor }: ChangeStamp,
): Promise<string> {
  const token = newToken();
  await db
    .insertInto('desk_stations')
    .values({ branch, name, token_hash: sha256(token), enrolled_at: at, enrolled_by: actor })
    .execute();
  return token;
}

/** Returns the secret that the device keeps; null: the link is used or expired. */
export async function redeemStationLink(db: Db, linkToken: string, now: Date): Promise<string | null> {
  const token = newToken();
  const adopted = await db
    .updateTable('desk_stations')
    .set({ token_hash: sha256(token), adopted_at: now })
    .where('token_hash', '=', sha256(linkToken))
    .where('adopted_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('enrolled_at', '>', new Date(now.getTime() - linkValidMs))
    .executeTakeFirst();
  return adopted.numUpdatedRows > 0n ? token : null;
}

const isOpen = (now: Date) => sql<boolean>`coalesce(opened_until > ${now}, false)`;

export async function findStation(db: Db, token: string, now: Date): Promise<Station | null> {
  const station = await db
    .selectFrom('desk_stations')
    .select(['id', 'branch', 'name', isOpen(now).as('open')])
    .where('token_hash', '=', sha256(token))
    .where('adopted_at', 'is not', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return station ?? null;
}

/** Opens the station for the day, after `person` used a passkey. Wrong PINs before that, of the station and of `person`, no longer count. */
export async function openStation(db: Db, stationId: number, person: Person, now: Date): Promise<void> {
  const until = new Date(now.getTime() + sessionLimits.absoluteMs);
  await db
    .updateTable('desk_stations')
    .set({ opened_until: until, wrong_pins: 0 })
    .where('id', '=', stationId)
    .execute();
  await db
    .deleteFrom('station_pin_failures')
    .where('station_id', '=', stationId)
    .where('staff_id', '=', person.id)
    .execute();
}

/** Closes a station for good, and ends its sessions. Returns false if no station with this id was left to close. */
export const closeStation = (db: Db, id: number, now: Date) => endUse(db, id, { closed_at: now });

/** Locks a station until a passkey is used at it, and ends its sessions. */
const lockStation = (db: Db, id: number) => endUse(db, id, {});

async function endUse(db: Db, id: number, changes: { closed_at?: Date }): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const closed = await trx
      .updateTable('desk_stations')
      .set({ opened_until: null, ...changes })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    await trx.deleteFrom('desk_sessions').where('station_id', '=', id).execute();
    return closed.numUpdatedRows > 0n;
  });
}

export async function listStations(db: Db, now: Date) {
  return db
    .selectFrom('desk_stations')
    .select(['id', 'branch', 'name', 'enrolled_at as enrolledAt', 'enrolled_by as enrolledBy', isOpen(now).as('open')])
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function peopleWithPin(db: Db): Promise<Person[]> {
  return db
    .selectFrom('staff')
    .select(['id', 'login', 'name', 'role'])
    .where('pin_hash', 'is not', null)
    .where('revoked_at', 'is', null)
    .orderBy('name')
    .execute();
}

/** True for six digits that are neither one repeated digit nor a sequence, such as 456789 or 543210. */
function isGoodPin(pin: string): boolean {
  if (!/^\d{6}$/.test(pin) || /^(\d)\1{5}$/.test(pin)) return false;
  return !'01234567890'.includes(pin) && !'09876543210'.includes(pin);
}

export async function setPin(db: Db, staffId: number, pin: string): Promise<boolean> {
  if (!isGoodPin(pin)) return false;
  await db
    .updateTable('staff')
    .set({ pin_hash: await pinHash(pin) })
    .where('id', '=', staffId)
    .execute();
  return true;
}

/** Wrong PINs in a row, of one person or of all people at a station, until a passkey is needed. */
const pinLimits = { person: 5, station: 20 } as const;

/** `locked`: this person needs a passkey at this station. `closed`: everybody needs one, because the station is locked or its day is over. */
export type PinResult = { ok: true; person: Person } | { ok: false; reason: 'wrong' | 'locked' | 'closed' };

/** Counts a failure before the check, so concurrent guesses count. A right PIN takes back the failures of the person. */
export async function checkPin(
  db: Db,
  station: Station,
  { login, pin }: { login: string; pin: string },
): Promise<PinResult> {
  if (!station.open) return { ok: false, reason: 'closed' };
  const person = await db
    .selectFrom('staff')
    .select(['id', 'login', 'name', 'role', 'pin_hash'])
    .where('login', '=', login)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!person?.pin_hash) return { ok: false, reason: 'wrong' };
  const { failures, stationFailures } = await countFailure(db, station.id, person.id);
  if (stationFailures > pinLimits.station) {
    await lockStation(db, station.id);
    return { ok: false, reason: 'closed' };
  }
  if (failures > pinLimits.person) return { ok: false, reason: 'locked' };
  if (!(await isPin(pin, person.pin_hash))) {
    const wasLastAttempt = failures === pinLimits.person;
    return { ok: false, reason: wasLastAttempt ? 'locked' : 'wrong' };
  }
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('station_pin_failures')
      .where('station_id', '=', station.id)
      .where('staff_id', '=', person.id)
      .execute();
    await trx
      .updateTable('desk_stations')
      .set(({ eb, fn }) => ({ wrong_pins: fn<number>('greatest', [eb('wrong_pins', '-', failures), eb.lit(0)]) }))
      .where('id', '=', station.id)
      .execute();
  });
  const { pin_hash: _, ...personWithoutPin } = person;
  return { ok: true, person: personWithoutPin };
}

async function countFailure(db: Db, stationId: number, staffId: number) {
  return db.transaction().execute(async (trx) => {
    const { wrong_pins } = await trx
      .updateTable('desk_stations')
      .set(({ eb }) => ({ wrong_pins: eb('wrong_pins', '+', 1) }))
      .where('id', '=', stationId)
      .returning('wrong_pins')
      .executeTakeFirstOrThrow();
    const { count } = await trx
      .insertInto('station_pin_failures')
      .values({ station_id: stationId, staff_id: staffId, count: 1 })
      .onConflict((conflict) =>
        conflict.columns(['station_id', 'staff_id']).doUpdateSet(({ eb, ref }) => ({
          count: eb(ref('station_pin_failures.count'), '+', 1),
        })),
      )
      .returning('count')
      .executeTakeFirstOrThrow();
    return { failures: count, stationFailures: wrong_pins };
  });
}

// OWASP Password Storage Cheat Sheet, scrypt.
const scryptCost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };

async function pinHash(pin: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(pin, salt)).toString('base64url')}`;
}

async function isPin(pin: string, storedHash: string): Promise<boolean> {
  const [salt = '', hash = ''] = storedHash.split('.');
  return timingSafeEqual(await derive(pin, Buffer.from(salt, 'base64url')), Buffer.from(hash, 'base64url'));
}

function derive(pin: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(pin, salt, 32, scryptCost, (error, key) => (error ? reject(error) : resolve(key))),
  );
}
