import type { Tire } from './tire.ts';

export type SizePart = 'treadWidth' | 'profile' | 'diameter' | 'loadIndex' | 'speedIndex';

/** `part` null: a separator, or a whole size that cannot be split. */
export type SizePiece = { text: string; part: SizePart | null };

export type SizedTire = Pick<Tire, 'size' | 'loadIndex' | 'speedIndex'>;

const splittableSize = /^(\d+)(?:(\/)(\d+))? ([A-Z]*[\d.]+)(C?)$/;

/** Splits `205/55 R16 91V` into `205`, `/`, `55`, ` `, `R16`, ` `, `91`, `V`. A size without a profile (195 R14C) has no profile piece. */
export function sizePieces({ size, loadIndex, speedIndex }: SizedTire): SizePiece[] {
  const match = splittableSize.exec(size.text);
  const [, width = '', slash = '', profile = '', diameter = '', commercial = ''] = match ?? [];
  const sizeWithoutC: SizePiece[] = match
    ? [
        { text: width, part: 'treadWidth' },
        { text: slash, part: null },
        { text: profile, part: 'profile' },
        { text: ' ', part: null },
        { text: diameter, part: 'diameter' },
      ]
    : [{ text: size.text, part: null }];
  // Above 300 km/h the brackets of `(Y)` enclose both indices.
  const isAbove300 = speedIndex.startsWith('(');
  const pieces: SizePiece[] = [
    ...sizeWithoutC,
    { text: `${commercial} ${isAbove300 ? '(' : ''}`, part: null },
    { text: loadIndex, part: 'loadIndex' },
    { text: isAbove300 ? speedIndex.slice(1, -1) : speedIndex, part: 'speedIndex' },
    { text: isAbove300 ? ')' : '', part: null },
  ];
  return pieces.filter(({ text }) => text !== '');
}
