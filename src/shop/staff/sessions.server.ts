import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { sha256 } from '../order/order-codes.server.ts';
import type { Person } from './people.server.ts';
import { newToken } from './token.ts';

type Db = Kysely<Tables>;

const minuteMs = 60_000;

/** The idle and absolute timeouts of sessions: OWASP ASVS 5.0, 7.3.1 and 7.3.2. */
export const sessionLimits = {
  idleMs: { ownDevice: 60 * minuteMs, station: 30 * minuteMs, pin: 5 * minuteMs },
  absoluteMs: 12 * 60 * minuteMs,
} as const;

/** `station`: the tablet of a branch; null: the person's own device. */
export type Session = {
  tokenHash: Buffer;
  person: Person;
  byPin: boolean;
  station: { id: number; name: string; branch: string } | null;
  since: Date;
};

/** Returns the session's secret; only its hash is stored. Also deletes expired sessions. */
export async function openSession(
  db: Db,
  { person, stationId, byPin }: { person: Pick<Person, 'id'>; stationId: number | null; byPin: boolean },
  now: Date,
): Promise<string> {
  const token = newToken();
  await db.deleteFrom('desk_sessions').where('expires_at', '<', now).execute();
  await db
    .insertInto('desk_sessions')
    .values({
      token_hash: sha256(token),
      staff_id: person.id,
      station_id: stationId,
      by_pin: byPin,
      created_at: now,
      seen_at: now,
      expires_at: new Date(now.getTime() + sessionLimits.absoluteMs),
    })
    .execute();
  return token;
}

/** Reads the database each time, so that revoking takes effect at once. */
export async function findSession(db: Db, token: string, now: Date): Promise<Session | null> {
  const hash = sha256(token);
  const wasRenewedJustNow = sql`session.earlier_hash = ${hash} and session.earlier_until > ${now}`;
  return readSession(db, sql`(session.token_hash = ${hash} or ${wasRenewedJustNow})`, now);
}

/** Reads a session by person and start, because its token may have been renewed. Null: it has ended. */
export async function rereadSession(db: Db, { person, since }: Session, now: Date): Promise<Session | null> {
  return readSession(db, sql`session.staff_id = ${person.id} and session.created_at = ${since}`, now);
}

async function readSession(db: Db, isWanted: RawBuilder<boolean>, now: Date): Promise<Session | null> {
  const row = await db
    .selectFrom('desk_sessions as session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .leftJoin('desk_stations as station', 'station.id', 'session.station_id')
    .select(['session.token_hash as tokenHash', 'session.by_pin as byPin'])
    .select(['session.created_at as since', 'session.seen_at as seenAt'])
    .select(['staff.id', 'staff.login', 'staff.name', 'staff.role'])
    .select([
      'station.id as stationId',
      'station.name as stationName',
      'station.branch',
      'station.closed_at as closedAt',
    ])
    .where(isWanted)
    .where('session.expires_at', '>', now)
    .where('staff.revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row || row.closedAt || isIdle(row, now)) return null;
  return {
    tokenHash: row.tokenHash,
    person: { id: row.id, login: row.login, name: row.name, role: row.role },
    byPin: row.byPin,
    station:
      row.stationId === null ? null : { id: row.stationId, name: row.stationName ?? '', branch: row.branch ?? '' },
    since: row.since,
  };
}

/** Returns whether a session has ended because it was not used. Its row stays until the absolute timeout. */
export function isIdle(
  { seenAt, byPin, stationId }: { seenAt: Date; byPin: boolean; stationId: number | null },
  now: Date,
): boolean {
  const { pin, ownDevice, station } = sessionLimits.idleMs;
  const passkeyLimit = stationId === null ? ownDevice : station;
  return now.getTime() - seenAt.getTime() > (byPin ? pin : passkeyLimit);
}

const touchEveryMs = minuteMs / 2;

export async function touchSession(db: Db, { tokenHash }: Session, now: Date): Promise<void> {
  await db
    .updateTable('desk_sessions')
    .set({ seen_at: now })
    .where('token_hash', '=', tokenHash)
    .where('seen_at', '<', new Date(now.getTime() - touchEveryMs))
    .execute();
}

/** After a renewal, the earlier secret stays valid this long, for requests that the browser sent just before. */
const overlapMs = 10_000;

export async function renewSession(db: Db, { tokenHash }: Session, now: Date): Promise<string> {
  const token = newToken();
  await db
    .updateTable('desk_sessions')
    .set(({ ref }) => ({ token_hash: sha256(token), earlier_hash: ref('token_hash'), seen_at: now }))
    .set({ earlier_until: new Date(now.getTime() + overlapMs) })
    // Matches also if a concurrent request has renewed the secret.
    .where(({ eb, or }) => or([eb('token_hash', '=', tokenHash), eb('earlier_hash', '=', tokenHash)]))
    .execute();
  return token;
}

export async function endSession(db: Db, { tokenHash }: Session): Promise<void> {
  await db.deleteFrom('desk_sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends the sessions of a person (`staffId` null: of everybody), but not `except`. Returns their number. */
export async function endSessions(db: Db, staffId: number | null, except?: Session): Promise<number> {
  let query = db.deleteFrom('desk_sessions');
  if (staffId !== null) query = query.where('staff_id', '=', staffId);
  if (except) query = query.where('token_hash', '<>', except.tokenHash);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}
