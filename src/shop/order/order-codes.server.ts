import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Day } from '../calendar.ts';

const codeCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 5;

/** Returns a number such as `R26-4F7K2`: year and five random characters, which do not reveal the number of orders. */
export function newOrderNumber(today: Day): string {
  // 256 is a multiple of 32: every character is equally likely.
  const random = crypto.getRandomValues(new Uint8Array(codeLength));
  return `R${today.slice(2, 4)}-${Array.from(random, (byte) => codeCharacters[byte % codeCharacters.length]).join('')}`;
}

export const orderNumberPattern = new RegExp(`^R\\d{2}-[${codeCharacters}]{${codeLength}}$`);

/** Returns the payment reference of an order: the year, the code as a number with base 32, and a check digit. */
export function referenceOf(number: string): string {
  const [year = '', code = ''] = number.slice(1).split('-');
  const value = [...code].reduce(
    (sum, character) => sum * codeCharacters.length + codeCharacters.indexOf(character),
    0,
  );
  return referenceNumber(`${year}${String(value).padStart(8, '0')}`);
}

const weights = [7, 3, 1] as const;

/** Appends the Estonian 7-3-1 check digit: 12131295 → 121312952. Throws RangeError unless given 1-19 digits. */
export function referenceNumber(base: string): string {
  if (!/^\d{1,19}$/.test(base)) throw new RangeError('a reference number is made of 1-19 digits');
  const sum = [...base].reverse().reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return `${base}${(10 - (sum % 10)) % 10}`;
}

/** Returns the SHA-256 that is stored instead of a token or idempotency key. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Derives the buyer's token, so that a repeated request gets the same token although only its digest is stored. */
export function orderToken(salt: Buffer, idempotencyKey: string): string {
  return keyedCode(salt, idempotencyKey);
}

/** Derives the token of links in mails, which cannot contain the buyer's token, because only its digest is stored. */
export function mailToken(key: Buffer, number: string): string {
  return keyedCode(key, `order ${number}`);
}

/** Derives the code in a payment's return URL, because a provider refuses a repeated request with another URL. */
export function returnCode(key: Buffer, paymentId: string): string {
  return keyedCode(key, `return ${paymentId}`);
}

function keyedCode(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url');
}

/** Compares in constant time. `storedDigest` null: the order does not exist. */
export function tokenMatches(token: string, storedDigest: Buffer | null): boolean {
  return timingSafeEqual(sha256(token), storedDigest ?? Buffer.alloc(32));
}
