import { hash } from 'node:crypto';
import { slug } from '../../slug.ts';
import { sizeText } from '../../tire/size.ts';
import type { ListedTire } from '../file/listed-tire.ts';
import { memoized } from '../memoize.ts';

// Crockford's base32, without the ambiguous i, l, o, u.
const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** Digits of the hash in an id; longer where two tires would have the same id. */
export const hashLengths = [5, 8, 13] as const;

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

/** Equal for similar rows, which are one tire unless their EANs differ. 0006_sources.sql computes the same for older rows. */
export function similarityKey(tire: ListedTire): string {
  const { marks, construction } = tire;
  const built = construction === 'ZR' || construction === 'RF' ? 'R' : construction;
  return [
    tire.manufacturer_id,
    modelLetters(tire.model),
    `${tire.tread_width}/${tire.profile}${built}${tire.diameter}${marks.includes('C') ? 'C' : ''}`,
    `${tire.load_index}${tire.speed_index.replace(/[()]/g, '')}`,
    tire.season,
    tire.studs,
    tire.runflat ? 'RF' : '',
    marks.includes('XL') ? 'XL' : '',
    marks
      .filter((mark) => forCarManufacturer.test(mark))
      .sort()
      .join(' '),
  ].join('|');
}

const modelLetters = memoized((model: string) =>
  model
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]/gu, ''),
);

const forCarManufacturer =
  /^(\*{1,2}|MO[ES1]?|MO-S|AO[0-9E]?|RO[12]|N[AF]?[0-6]|VOL\d?|T[01]|J|JLR|LR\d?|K[12]|F|F0?1|AM\d|AMR|MGT|ALP|GOE|POL|PE|DT1)$/;
