import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../../test/support/any-text.ts';
import { parseTypedSize } from './size.ts';

const read = (text: string) => {
  const reading = parseTypedSize(text);
  if (!reading.ok) return reading.reason;
  const { treadWidth, profile, diameter } = reading.value;
  return [treadWidth, profile, diameter];
};

describe('a typed size', () => {
  test.each([
    '205/55 R16 91V',
    '205/55R16',
    '205/55r16 91v xl',
    ' 205 / 55 R 16 ',
    '205 55 16',
    '205-55-16',
    '205/55/16',
    '205x55x16',
    '205×55 R16',
    '205*55*16',
    '205.55.16',
    '205,55,16',
    '2055516',
    '205/55 ZR16 (94Y)',
    '205/55 Р16', // Cyrillic Р
    '205/55р16 91Н', // Cyrillic р and Н
    '205/55 R16 91V Michelin',
    '205/55 R16, 91 V, suverehv',
  ])('%j is 205/55 R16', (text) => expect(read(text)).toEqual([205, 55, 16]));

  test.each([
    ['195R14C', [195, 0, 14]],
    ['195 Р14С 106/104Q', [195, 0, 14]], // Cyrillic Р and С
    ['195/R14C', [195, 0, 14]],
    ['195 / R14', [195, 0, 14]],
    ['315/80 R22.5 154/149M', [315, 80, 22.5]],
    ['315/80R22,5', [315, 80, 22.5]],
    ['215/65 R16C 109/107T', [215, 65, 16]],
  ])('%j is read as %j', (text, size) => expect(read(text)).toEqual(size));

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['Michelin', 'unreadable'],
    ['205', 'unreadable'],
    ['205/55', 'unreadable'],
    ['999/55 R16', 'width'],
    ['207/55 R16', 'width'],
    ['205/99 R16', 'profile'],
    ['205/55 R99', 'diameter'],
    ['205/55 R16891', 'unreadable'],
  ])('%j is refused: %s', (text, reason) => expect(read(text)).toBe(reason));

  test('is the same with any separators between the numbers', () => {
    const separator = fc.constantFrom('/', '-', ' ', 'x', '×', '*', '.', '\\', ' / ', ' x ');
    const construction = fc.constantFrom('R', ' R', ' r ', 'ZR', ' Р', ''); // Cyrillic Р
    fc.assert(
      fc.property(
        fc.integer({ min: 25, max: 90 }).map((n) => n * 5),
        fc.integer({ min: 4, max: 18 }).map((n) => n * 5),
        fc.integer({ min: 12, max: 24 }),
        separator,
        separator,
        construction,
        (width, profile, diameter, firstSeparator, secondSeparator, typedConstruction) => {
          const beforeDiameter = typedConstruction === '' ? secondSeparator : typedConstruction;
          const typed = `${width}${firstSeparator}${profile}${beforeDiameter}${diameter}`;
          expect(read(typed)).toEqual([width, profile, diameter]);
        },
      ),
    );
  });

  test('is accepted or refused, never an error, for any text', () => {
    fc.assert(fc.property(anyText, (text) => void parseTypedSize(text)));
  });

  test.each([' ', '\t', '/', '-', '5', 'R', ' R', '5 '])('reads a long run of %j in linear time', (repeated) => {
    for (const start of ['', '205', '205 55', '205/55 R16']) parseTypedSize(`${start}${repeated.repeat(150_000)}!`);
  });
});
