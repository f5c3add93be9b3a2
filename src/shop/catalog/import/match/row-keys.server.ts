import { hash } from 'node:crypto';
import { slug } from '../../slug.ts';
import { sizeText } from '../../tire/size.ts';
import type { ListedTire } from '../file/listed-tire.ts';
import { memoized } from '../memoize.ts';

const crockfordBase32Digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** Lengths of the hash in a tire's id, in digits. An id has the shortest hash that makes it unique. */
export const hashLengths = [5, 8, 13] as const;
const [, , maxHashLength] = hashLengths;
const bitsPerDigit = 5;

export function skuHash(supplier: string, sku: string): string {
  // Reading a latin1 text takes half as long as reading a buffer.
  const bytes = hash('sha256', `${supplier}\0${sku}`, 'latin1');
  let text = '';
  for (let digit = 0; digit < maxHashLength; digit += 1) {
    const firstBit = digit * bitsPerDigit;
    const firstByte = Math.floor(firstBit / 8);
    // A digit may begin in one byte and end in the next.
    const twoBytes = (bytes.charCodeAt(firstByte) << 8) | bytes.charCodeAt(firstByte + 1);
    const bitsAfterDigit = 16 - bitsPerDigit - (firstBit % 8);
    text += crockfordBase32Digits[(twoBytes >> bitsAfterDigit) & 0b11111];
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
  const parts = [
    tire.manufacturer_id,
    cachedSlug(tire.model),
    cachedSlug(size),
    cachedSlug(`${tire.load_index}${tire.speed_index}`),
  ];
  return parts.filter((part) => part !== '').join('-');
}

const cachedSlug = memoized(slug);

/** The key `alike` in the tables: rows with the same key are the same tire, unless EANs differ. 0006_sources.sql computes it, too. */
export function similarityKey(tire: ListedTire): string {
  const { marks, construction } = tire;
  const constructionKey = construction === 'ZR' || construction === 'RF' ? 'R' : construction;
  return [
    tire.manufacturer_id,
    modelKey(tire.model),
    `${tire.tread_width}/${tire.profile}${constructionKey}${tire.diameter}${marks.includes('C') ? 'C' : ''}`,
    `${tire.load_index}${tire.speed_index.replace(/[()]/g, '')}`,
    tire.season,
    tire.studs,
    tire.runflat ? 'RF' : '',
    marks.includes('XL') ? 'XL' : '',
    marks
      .filter((mark) => carManufacturerMark.test(mark))
      .sort()
      .join(' '),
  ].join('|');
}

const modelKey = memoized((model: string) =>
  model
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]/gu, ''),
);

const carManufacturerMark =
  /^(\*{1,2}|MO[ES1]?|MO-S|AO[0-9E]?|RO[12]|N[AF]?[0-6]|VOL\d?|T[01]|J|JLR|LR\d?|K[12]|F|F0?1|AM\d|AMR|MGT|ALP|GOE|POL|PE|DT1)$/;
