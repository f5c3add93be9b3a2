import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Day } from '../calendar.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const length = 5;

/** `R26-4F7K2`: the year and five random characters, which reveal no count of orders. */
export function newOrderNumber(today: Day): string {
  // 256 is a multiple of 32: every character is equally likely.
  const random = crypto.getRandomValues(new Uint8Array(length));
  return `R${today.slice(2, 4)}-${Array.from(random, (byte) => alphabet[byte % alphabet.length]).join('')}`;
}

export const orderNumberPattern = new RegExp(`^R\\d{2}-[${alphabet}]{${length}}$`);

export function referenceOf(number: string): string {
  const [year = '', code = ''] = number.slice(1).split('-');
  const value = [...code].reduce((sum, character) => sum * alphabet.length + alphabet.indexOf(character), 0);
  return referenceNumber(`${year}${String(value).padStart(8, '0')}`);
}

const weights = [7, 3, 1] as const;

/** Estonian reference number (7-3-1 check digit): 12131295 → 121312952. Throws RangeError unless given 1-19 digits. */
export function referenceNumber(base: string): string {
  if (!/^\d{1,19}$/.test(base)) throw new RangeError('a reference number is made of 1-19 digits');
  const sum = [...base].reverse().reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return `${base}${(10 - (sum % 10)) % 10}`;
}

/** SHA-256, stored in place of tokens and idempotency keys. */
export function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function newSalt(): Buffer {
  return randomBytes(16);
}

/** The buyer's token, derived from salt and idempotency key, so that a repeated request gets it although only its digest is stored. */
export function orderToken(salt: Buffer, idempotencyKey: string): string {
  return createHmac('sha256', salt).update(idempotencyKey).digest().subarray(0, 16).toString('base64url');
}

/** The token in mails, derived from the number, because the buyer's token is not known when a mail is written. */
export function mailToken(key: Buffer, number: string): string {
  return createHmac('sha256', key).update(`order ${number}`).digest().subarray(0, 16).toString('base64url');
}

const noDigest = Buffer.alloc(32);

/** Compares in constant time. `stored` null: no such order. */
export function tokenMatches(token: string, stored: Buffer | null): boolean {
  return timingSafeEqual(digest(token), stored ?? noDigest);
}
