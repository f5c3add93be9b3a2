import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.server.ts';
import { sha256 } from '../order/order-codes.server.ts';
import { newChallenge, redeemChallenge } from './challenges.server.ts';
import type { Person } from './people.server.ts';

type Db = Kysely<Tables>;

/** WebAuthn relying party. `id`: the exact host of the desk, so that no other host can use its passkeys. */
export type RelyingParty = { id: string; origin: string; name: string };

const timeoutMs = 5 * 60_000;

/** EdDSA, ES256, RS256 (COSE). Not ML-DSA, which is experimental in Node, while a passkey must work for years. */
const algorithms = [-8, -7, -257];

/** Returns the WebAuthn options of a sign-in (`boundHash` null), or of a step-up (`boundHash`: a hash of the act and its fields). */
export async function authenticationOptions(
  db: Db,
  rp: RelyingParty,
  now: Date,
  boundHash: Buffer | null = null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = await newChallenge(db, boundHash ? 'step-up' : 'sign-in', now, boundHash);
  return generateAuthenticationOptions({
    rpID: rp.id,
    challenge: Buffer.from(challenge, 'base64url'),
    userVerification: 'required',
    timeout: timeoutMs,
  });
}

/** Returns the person who signed. Null: unknown key, wrong host, no user verification, or an invalid challenge. */
export async function verifyPasskey(
  db: Db,
  rp: RelyingParty,
  response: AuthenticationResponseJSON,
  now: Date,
  boundHash: Buffer | null = null,
): Promise<Person | null> {
  const passkey = await db
    .selectFrom('staff_passkeys')
    .innerJoin('staff', 'staff.id', 'staff_passkeys.staff_id')
    .select(['staff_passkeys.id as keyId', 'public_key', 'counter', 'transports'])
    .select(['staff.id', 'staff.login', 'staff.name', 'staff.role'])
    .where('staff_passkeys.id', '=', response.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!passkey) return null;
  const { keyId, public_key, counter, transports, ...person } = passkey;
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => redeemChallenge(db, challenge, boundHash ? 'step-up' : 'sign-in', now, boundHash),
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    credential: { id: keyId, publicKey: new Uint8Array(public_key), counter, transports },
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  await db
    .updateTable('staff_passkeys')
    .set({ counter: newCounter, backed_up: credentialBackedUp, last_used_at: now })
    .where('id', '=', keyId)
    .execute();
  return person;
}

export async function invitedPerson(db: Db, token: string, now: Date): Promise<Person | null> {
  const person = await db
    .selectFrom('staff_invitations')
    .innerJoin('staff', 'staff.id', 'staff_invitations.staff_id')
    .select(['staff.id', 'staff.login', 'staff.name', 'staff.role'])
    .where('token_hash', '=', sha256(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return person ?? null;
}

/** Returns the WebAuthn options for a new passkey. `boundHash`: a hash of what permits it, such as an invitation. */
export async function enrolmentOptions(
  db: Db,
  rp: RelyingParty,
  person: Person,
  now: Date,
  boundHash: Buffer,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const challenge = await newChallenge(db, 'enrol', now, boundHash);
  const keys = await db
    .selectFrom('staff_passkeys')
    .select(['id', 'transports'])
    .where('staff_id', '=', person.id)
    .execute();
  return generateRegistrationOptions({
    rpName: rp.name,
    rpID: rp.id,
    userName: person.login,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(`staff-${person.id}`),
    challenge: Buffer.from(challenge, 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: keys,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: timeoutMs,
  });
}

/** Returns the `boundHash` for a passkey that a signed-in person adds, which is possible only after a step-up. */
export const ownEnrolmentHash = ({ id }: Person): Buffer => sha256(`own passkey ${id}`);

/** Returns false if the response does not match the challenge, or if the passkey is already stored. */
export async function storePasskey(
  db: Db,
  rp: RelyingParty,
  person: Person,
  { response, name }: { response: RegistrationResponseJSON; name: string },
  now: Date,
  boundHash: Buffer,
): Promise<boolean> {
  const verified = await verifyRegistrationResponse({
    response,
    supportedAlgorithmIDs: algorithms,
    expectedChallenge: (challenge) => redeemChallenge(db, challenge, 'enrol', now, boundHash),
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return false;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const added = await db
    .insertInto('staff_passkeys')
    .values({
      id: credential.id,
      staff_id: person.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backed_up: credentialBackedUp,
      name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns false if the invitation was used or has expired meanwhile. */
export async function redeemInvitation(db: Db, token: string, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('staff_invitations')
    .set({ used_at: now })
    .where('token_hash', '=', sha256(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

export async function removePasskey(
  db: Db,
  staffId: number,
  keyId: string,
): Promise<'ok' | 'unknown' | 'last-passkey'> {
  return inTransaction(db, async (trx) => {
    // Locks the person, so that concurrent acts cannot remove the last two passkeys.
    await trx.selectFrom('staff').select('id').where('id', '=', staffId).forUpdate().execute();
    const keys = await trx.selectFrom('staff_passkeys').select('id').where('staff_id', '=', staffId).execute();
    if (!keys.some(({ id }) => id === keyId)) return 'unknown';
    if (keys.length === 1) return 'last-passkey';
    await trx.deleteFrom('staff_passkeys').where('id', '=', keyId).execute();
    return 'ok';
  });
}
