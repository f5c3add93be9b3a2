import type { Day } from '../calendar.ts';
import { referenceNumber } from '../payment/reference-number.ts';

/** Crockford's base 32: no I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const length = 5;

/** `R26-4F7K2`: the year and five random characters, so that numbers do not tell how many orders there are. */
export function newOrderNumber(today: Day): string {
  // 256 is a multiple of 32: every character is equally likely.
  const random = crypto.getRandomValues(new Uint8Array(length));
  return `R${today.slice(2, 4)}-${Array.from(random, (byte) => alphabet[byte % alphabet.length]).join('')}`;
}

export const orderNumberPattern = new RegExp(`^R\\d{2}-[${alphabet}]{${length}}$`);

/** The order's reference number for bank transfers: the same year and number, in digits. */
export function referenceOf(number: string): string {
  const [year = '', code = ''] = number.slice(1).split('-');
  const value = [...code].reduce((sum, character) => sum * alphabet.length + alphabet.indexOf(character), 0);
  return referenceNumber(`${year}${String(value).padStart(8, '0')}`);
}
