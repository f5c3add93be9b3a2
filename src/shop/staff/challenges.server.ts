import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { newToken, sha256 } from './token.ts';

type Db = Kysely<Tables>;

type Purpose = 'sign-in' | 'enrol' | 'step-up';

const validMs = 5 * 60_000;

/**
 * Returns a challenge as base64url, valid once and for 5 minutes. `bound`: a hash of the act and its fields that the signature confirms;
 * null for a sign-in. With `bound`, the challenge is a hash of it and of a random number, so that the authenticator signs both.
 */
export async function newChallenge(db: Db, purpose: Purpose, now: Date, bound: Buffer | null = null): Promise<string> {
  const nonce = newToken();
  const challenge = bound ? sha256(`${nonce}.${bound.toString('base64url')}`).toString('base64url') : nonce;
  // Removes the challenges of unfinished ceremonies, which nothing else removes.
  await db.deleteFrom('staff_challenges').where('expires_at', '<', now).execute();
  await db
    .insertInto('staff_challenges')
    .values({ hash: sha256(challenge), purpose, bound, expires_at: new Date(now.getTime() + validMs) })
    .execute();
  return challenge;
}

/** Returns false if the challenge is unknown, used or expired, or was made for another purpose or act. */
export async function redeemChallenge(
  db: Db,
  challenge: string,
  purpose: Purpose,
  now: Date,
  bound: Buffer | null = null,
): Promise<boolean> {
  const row = await db
    .deleteFrom('staff_challenges')
    .where('hash', '=', sha256(challenge))
    .returningAll()
    .executeTakeFirst();
  if (!row || row.purpose !== purpose || row.expires_at <= now) return false;
  return bound === null ? row.bound === null : row.bound?.equals(bound) === true;
}
