import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** SHA-256: what the database keeps of a token or an idempotency key. */
export function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** 16 random bytes, kept with the idempotency key's digest. */
export function newSalt(): Buffer {
  return randomBytes(16);
}

/**
 * The buyer's token: 128 bits, base64url. Made from the salt and the idempotency key, of which the database knows only
 * the digest, so a repeated request gets its token again although nobody has stored it.
 */
export function orderToken(salt: Buffer, idempotencyKey: string): string {
  return createHmac('sha256', salt).update(idempotencyKey).digest().subarray(0, 16).toString('base64url');
}

/**
 * The token in a buyer's letter: 128 bits, base64url. The buyer's own token is not known when a letter is written, so
 * this one is made of the number with a key of the shop's, and stored as little.
 */
export function letterToken(key: Buffer, number: string): string {
  return createHmac('sha256', key).update(`order ${number}`).digest().subarray(0, 16).toString('base64url');
}

/** No token has it. */
const noDigest = Buffer.alloc(32);

/** Compares in constant time. `stored` null: the order does not exist, which costs the same. */
export function tokenMatches(token: string, stored: Buffer | null): boolean {
  return timingSafeEqual(digest(token), stored ?? noDigest);
}
