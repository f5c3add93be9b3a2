import type { Product } from './tire.ts';

/** What the parts of a size say, in the order in which they stand on the rubber. */
export type SizePart = 'treadWidth' | 'profile' | 'diameter' | 'loadIndex' | 'speedIndex';

/** A piece of the text on the sidewall, and what it says; null: signs between such parts. */
export type SizePiece = { text: string; part: SizePart | null };

export type SizedTire = Pick<Product, 'size' | 'loadIndex' | 'speedIndex'>;

const sizeText = /^(\d+)(?:(\/)(\d+))? ([A-Z]*[\d.]+)(C?)$/;

/** `205/55 R16 91V` → `205`, `/`, `55`, ` `, `R16`, ` `, `91`, `V`, each with what it says. A size without profile has no such part. */
export function sizePieces({ size, loadIndex, speedIndex }: SizedTire): SizePiece[] {
  const [, width = '', slash = '', profile = '', diameter = '', commercial = ''] = sizeText.exec(size.text) ?? [];
  // More than 300 km/h: the brackets of `(Y)` stand around both indices.
  const above = speedIndex.startsWith('(');
  const pieces: SizePiece[] = [
    { text: width === '' ? size.text : '', part: null },
    { text: width, part: 'treadWidth' },
    { text: slash, part: null },
    { text: profile, part: 'profile' },
    { text: width === '' ? '' : ' ', part: null },
    { text: diameter, part: 'diameter' },
    { text: `${commercial} ${above ? '(' : ''}`, part: null },
    { text: loadIndex, part: 'loadIndex' },
    { text: above ? speedIndex.slice(1, -1) : speedIndex, part: 'speedIndex' },
    { text: above ? ')' : '', part: null },
  ];
  return pieces.filter(({ text }) => text !== '');
}
