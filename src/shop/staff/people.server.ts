import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction, type Trx } from '../../database/transaction.server.ts';
import type { ChangeStamp } from '../history.server.ts';
import { sha256 } from '../order/order-codes.server.ts';
import type { Role } from './acts.ts';
import { endSessions, isIdle } from './sessions.server.ts';
import { newToken } from './token.ts';

type Db = Kysely<Tables>;

export type Person = { id: number; login: string; name: string; role: Role };

export function staffActor({ login }: Pick<Person, 'login'>): string {
  return `staff:${login}`;
}

export const invitationMinutes = 15;

/** The secret is in the fragment, which browsers do not send, so it appears in no log. */
export const invitationLink = (deskUrl: string, token: string): string => `${deskUrl}/invite#${token}`;

/** Returns a login such as `kati-oun` for `Käti Õun`; null if it would not begin with a letter. */
function loginFromName(name: string): string | null {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 31);
  return /^[a-z]/.test(plain) ? plain : null;
}

export type InviteResult =
  | { ok: true; token: string; person: Person; expiresAt: Date }
  | { ok: false; reason: 'invalid-name' | 'name-taken' | 'last-owner' };

/** Returns the secret of a link, valid once, for 15 minutes. `again`: also for a person who has passkeys. */
export async function invitePerson(
  db: Db,
  wanted: { name: string; role: Role; login?: string | undefined; again?: boolean },
  { at, actor }: ChangeStamp,
): Promise<InviteResult> {
  const name = wanted.name.trim();
  const login = wanted.login ?? loginFromName(name);
  const isNameValid = name !== '' && name.length <= 80;
  const isLoginValid = login !== null && /^[a-z][a-z0-9-]{0,30}$/.test(login);
  if (!isNameValid || !isLoginValid) return { ok: false, reason: 'invalid-name' };
  return inTransaction(db, async (trx): Promise<InviteResult> => {
    const existing = await lockPerson(trx, login);
    if (existing?.revoked_at) return { ok: false, reason: 'name-taken' };
    if (existing && !wanted.again && (await hasPasskey(trx, existing.id))) return { ok: false, reason: 'name-taken' };
    if (existing && existing.role !== wanted.role) {
      if (await isLastOwner(trx, existing)) return { ok: false, reason: 'last-owner' };
      await endSessions(trx, existing.id);
    }
    const values = { name, role: wanted.role };
    const person = await trx
      .insertInto('staff')
      .values({ ...values, login, created_at: at })
      .onConflict((conflict) => conflict.column('login').doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow();
    const token = newToken();
    const expiresAt = new Date(at.getTime() + invitationMinutes * 60_000);
    // Older links stop working, so that only the latest one is valid.
    await trx.deleteFrom('staff_invitations').where('staff_id', '=', person.id).execute();
    await trx
      .insertInto('staff_invitations')
      .values({
        token_hash: sha256(token),
        staff_id: person.id,
        created_by: actor,
        created_at: at,
        expires_at: expiresAt,
      })
      .execute();
    return { ok: true, token, person, expiresAt };
  });
}

async function hasPasskey(trx: Trx, staffId: number): Promise<boolean> {
  const key = await trx.selectFrom('staff_passkeys').select('id').where('staff_id', '=', staffId).executeTakeFirst();
  return key !== undefined;
}

export async function isAnybodyEnrolled(db: Db): Promise<boolean> {
  const key = await db
    .selectFrom('staff_passkeys')
    .innerJoin('staff', 'staff.id', 'staff_passkeys.staff_id')
    .select('staff.id')
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return key !== undefined;
}

export async function listPeople(db: Db, now: Date) {
  const people = await db
    .selectFrom('staff')
    .select(['id', 'login', 'name', 'role', 'pin_hash', 'created_at as createdAt'])
    .where('revoked_at', 'is', null)
    .orderBy('login')
    .execute();
  const passkeys = await db
    .selectFrom('staff_passkeys')
    .select(['id', 'staff_id', 'name', 'backed_up as synced', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .orderBy('created_at')
    .execute();
  const sessions = await db
    .selectFrom('desk_sessions')
    .leftJoin('desk_stations', 'desk_stations.id', 'desk_sessions.station_id')
    .select(['staff_id', 'desk_stations.name as station', 'by_pin as byPin', 'desk_sessions.created_at as since'])
    .select(['seen_at as seenAt', 'station_id as stationId'])
    .where('expires_at', '>', now)
    .orderBy('desk_sessions.created_at')
    .execute();
  return people.map(({ pin_hash, ...person }) => ({
    ...person,
    hasPin: pin_hash !== null,
    passkeys: passkeys.filter((key) => key.staff_id === person.id).map(({ staff_id: _, ...key }) => key),
    sessions: sessions
      .filter((session) => session.staff_id === person.id && !isIdle(session, now))
      .map(({ staff_id: _, stationId: __, ...session }) => session),
  }));
}

export type PersonResult = { ok: true } | { ok: false; reason: 'unknown' | 'last-owner' };

/** Revokes passkeys, PIN, invitations and sessions at once. The name stays in histories. */
export async function revokePerson(db: Db, login: string, at: Date): Promise<PersonResult> {
  return inTransaction(db, async (trx): Promise<PersonResult> => {
    const person = await lockPerson(trx, login);
    if (!person || person.revoked_at) return { ok: false, reason: 'unknown' };
    if (await isLastOwner(trx, person)) return { ok: false, reason: 'last-owner' };
    await trx.updateTable('staff').set({ revoked_at: at, pin_hash: null }).where('id', '=', person.id).execute();
    for (const table of ['staff_passkeys', 'staff_invitations', 'desk_sessions'] as const)
      await trx.deleteFrom(table).where('staff_id', '=', person.id).execute();
    return { ok: true };
  });
}

export async function changeRole(db: Db, login: string, role: Role): Promise<PersonResult> {
  return inTransaction(db, async (trx): Promise<PersonResult> => {
    const person = await lockPerson(trx, login);
    if (!person || person.revoked_at) return { ok: false, reason: 'unknown' };
    if (role !== 'owner' && (await isLastOwner(trx, person))) return { ok: false, reason: 'last-owner' };
    await trx.updateTable('staff').set({ role }).where('id', '=', person.id).execute();
    // No session may continue that was opened with the rights of the old role.
    await endSessions(trx, person.id);
    return { ok: true };
  });
}

/** Also locks all owners, so that concurrent acts cannot remove the last two owners. */
async function lockPerson(trx: Trx, login: string) {
  const people = await trx
    .selectFrom('staff')
    .selectAll()
    .where(({ eb, or }) => or([eb('login', '=', login), eb('role', '=', 'owner')]))
    .orderBy('id')
    .forUpdate()
    .execute();
  return people.find((person) => person.login === login);
}

async function isLastOwner(trx: Trx, { id, role }: Person): Promise<boolean> {
  const canSignInAsOwner = role === 'owner' && (await hasPasskey(trx, id));
  if (!canSignInAsOwner) return false;
  const otherOwner = await trx
    .selectFrom('staff')
    .innerJoin('staff_passkeys', 'staff_passkeys.staff_id', 'staff.id')
    .select('staff.id')
    .where('staff.role', '=', 'owner')
    .where('staff.id', '<>', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return otherOwner === undefined;
}

const reportPeriodMs = 24 * 60 * 60 * 1000;

/** Returns the passkeys of the last 24 hours. The owner is told of each, because it gives access to the desk. */
export function newPasskeys(db: Db, now: Date) {
  return db
    .selectFrom('staff_passkeys as passkey')
    .innerJoin('staff', 'staff.id', 'passkey.staff_id')
    .select(['staff.login', 'staff.name', 'staff.role', 'passkey.name as passkey', 'passkey.created_at as at'])
    .where('passkey.created_at', '>', new Date(now.getTime() - reportPeriodMs))
    .orderBy('passkey.created_at')
    .orderBy('passkey.id')
    .execute();
}
