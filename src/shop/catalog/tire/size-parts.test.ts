import { expect, test } from 'vitest';
import { sizePieces } from './size-parts.ts';

const size = { treadWidth: 0, profile: 0, diameter: 0 };
const describePieces = (text: string, loadIndex: string, speedIndex: string) =>
  sizePieces({ size: { ...size, text }, loadIndex, speedIndex }).map((piece) =>
    piece.part ? `${piece.part}=${piece.text}` : piece.text,
  );

test.each([
  [
    '205/55 R16',
    '91',
    'V',
    ['treadWidth=205', '/', 'profile=55', ' ', 'diameter=R16', ' ', 'loadIndex=91', 'speedIndex=V'],
  ],
  [
    '315/80 R22.5',
    '154/149',
    'M',
    ['treadWidth=315', '/', 'profile=80', ' ', 'diameter=R22.5', ' ', 'loadIndex=154/149', 'speedIndex=M'],
  ],
  ['195 R14C', '106/104', 'Q', ['treadWidth=195', ' ', 'diameter=R14', 'C ', 'loadIndex=106/104', 'speedIndex=Q']],
  [
    '245/40 ZR18',
    '97',
    '(Y)',
    ['treadWidth=245', '/', 'profile=40', ' ', 'diameter=ZR18', ' (', 'loadIndex=97', 'speedIndex=Y', ')'],
  ],
])('splits %s %s%s into its parts', (text, load, speed, expected) => {
  expect(describePieces(text, load, speed)).toEqual(expected);
});

test('does not split a size of another form', () => {
  expect(describePieces('31x10.5', '109', 'S')).toEqual(['31x10.5', ' ', 'loadIndex=109', 'speedIndex=S']);
});
