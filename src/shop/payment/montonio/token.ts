import { compactVerify, SignJWT } from 'jose';
import type { MontonioAccount } from './account.ts';

/** Seconds that a token of ours is good for. */
const lifetime = 600;

/** A request, or leave to ask, as Montonio wants it: a JWT by HS256 with the access key and an end. */
export function signToken(account: MontonioAccount, payload: Record<string, unknown> = {}): Promise<string> {
  const now = Math.floor(account.now().getTime() / 1000);
  return new SignJWT({ ...payload, accessKey: account.accessKey, iat: now, exp: now + lifetime })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(keyOf(account.secretKeys[0] ?? ''));
}

/** What a token of Montonio's says if one of the keys signed it, whatever its time; otherwise null. */
export async function readToken(token: string, secretKeys: readonly string[]): Promise<unknown> {
  for (const secret of secretKeys) {
    const verified = await compactVerify(token, keyOf(secret), { algorithms: ['HS256'] }).catch(() => null);
    if (verified) return parsed(verified.payload);
  }
  return null;
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}

function parsed(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return null;
  }
}
