import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { sha256 } from '../order/order-codes.server.ts';
import { newToken } from './token.ts';

type Db = Kysely<Tables>;

type Purpose = 'sign-in' | 'enrol' | 'step-up';

const validMs = 5 * 60_000;

/** Returns a challenge as base64url, valid once and for 5 minutes. `boundHash`: a hash of what the signature permits, such as an act and its
 * fields; null for a sign-in. If it is set, the challenge is a hash of a random number and `boundHash`, so that the authenticator signs both. */
export async function newChallenge(db: Db, purpose: Purpose, now: Date, boundHash: Buffer | null): Promise<string> {
  const nonce = newToken();
  const challenge = boundHash ? sha256(`${nonce}.${boundHash.toString('base64url')}`).toString('base64url') : nonce;
  // Removes the challenges of unfinished ceremonies, which nothing else removes.
  await db.deleteFrom('staff_challenges').where('expires_at', '<', now).execute();
  await db
    .insertInto('staff_challenges')
    .values({ hash: sha256(challenge), purpose, bound: boundHash, expires_at: new Date(now.getTime() + validMs) })
    .execute();
  return challenge;
}

/** Returns false if the challenge is unknown, used or expired, or was made for another purpose or act. */
export async function redeemChallenge(
  db: Db,
  challenge: string,
  purpose: Purpose,
  now: Date,
  boundHash: Buffer | null,
): Promise<boolean> {
  const row = await db
    .deleteFrom('staff_challenges')
    .where('hash', '=', sha256(challenge))
    .returningAll()
    .executeTakeFirst();
  if (!row || row.purpose !== purpose || row.expires_at <= now) return false;
  return boundHash === null ? row.bound === null : row.bound?.equals(boundHash) === true;
}
