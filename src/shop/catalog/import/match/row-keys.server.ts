import { hash } from 'node:crypto';
import { slug } from '../../slug.ts';
import { sizeText } from '../../tire/size.ts';
import type { ListedTire } from '../file/listed-tire.ts';
import { memoized } from '../memoize.ts';

// Crockford's base32, without the ambiguous i, l, o, u.
const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** Digits of the hash in an id: longer ones are used where two tires would have the same id. */
export const hashLengths = [5, 8, 13] as const;

/** 13 base32 digits of the SHA-256 of the supplier and its SKU. */
export function skuHash(supplier: string, sku: string): string {
  // A latin1 text takes half the time of a buffer.
  const bytes = hash('sha256', `${supplier}\0${sku}`, 'latin1');
  let text = '';
  for (let bit = 0; bit < 13 * 5; bit += 5) {
    const pair = (bytes.charCodeAt(bit >> 3) << 8) | bytes.charCodeAt((bit >> 3) + 1);
    text += digits[(pair >> (11 - (bit & 7))) & 31];
  }
  return text;
}

/** The readable part of an id: `nokian-hakka-blue-3-205-55-r16-91v`. */
export function tireSlug(tire: ListedTire): string {
  const size = sizeText({
    treadWidth: tire.tread_width,
    profile: tire.profile,
    diameter: tire.diameter,
    construction: tire.construction,
    commercial: tire.marks.includes('C'),
  });
  const parts = [tire.manufacturer_id, words(tire.model), words(size), words(`${tire.load_index}${tire.speed_index}`)];
  return parts.filter((part) => part !== '').join('-');
}

const words = memoized(slug);
