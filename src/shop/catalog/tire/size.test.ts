import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../../test/support/any-text.ts';
import { type Designation, parseSize, type SizeRefusal, sizeText } from './size.ts';

const plain: Designation = {
  treadWidth: 205,
  profile: 55,
  diameter: 16,
  construction: 'R',
  commercial: false,
  loadIndex: null,
  speedIndex: null,
  extraLoad: false,
};

describe('the spelling of a size', () => {
  const van = { ...plain, treadWidth: 215, profile: 65, commercial: true, loadIndex: '109/107', speedIndex: 'T' };
  const truck = { treadWidth: 315, profile: 80, diameter: 22.5, loadIndex: '154/149', speedIndex: 'M' };
  test.each<[string, Designation]>([
    ['205/55 R16 91V XL', { ...plain, loadIndex: '91', speedIndex: 'V', extraLoad: true }],
    ['205/55R16', plain],
    ['205 55 16', plain],
    ['2055516', plain],
    ['215/65 R16C 109/107T', van],
    ['215 65 16C 109 107 T', van],
    ['315/80R22.5 154/149M', { ...plain, ...truck }],
    ['195R14C', { ...plain, treadWidth: 195, profile: 0, diameter: 14, commercial: true }],
    ['205/55 ZR16 (94Y)', { ...plain, construction: 'ZR', loadIndex: '94', speedIndex: '(Y)' }],
    // Rarer spellings, from price lists and invoices.
    ['  205 / 55   r16\u00a091v  xl ', { ...plain, loadIndex: '91', speedIndex: 'V', extraLoad: true }],
    ['205-55-16', plain],
    ['205/55/16', plain],
    ['20555R16', plain],
    ['205/55 R 16', plain],
    ['205/55 RF16 91W', { ...plain, construction: 'RF', loadIndex: '91', speedIndex: 'W' }],
    ['205/55 R16 94V reinforced', { ...plain, loadIndex: '94', speedIndex: 'V', extraLoad: true }],
    ['205/55 R16 94 V EL', { ...plain, loadIndex: '94', speedIndex: 'V', extraLoad: true }],
    ['205/55 R16 91V SL', { ...plain, loadIndex: '91', speedIndex: 'V' }],
    ['215/65R16 C 109/107 T', van],
    ['315/80 R22,5 154/149M', { ...plain, ...truck }],
  ])('%j is accepted', (text, value) => expect(parseSize(text)).toEqual({ ok: true, value }));
});

test.each<[string, SizeRefusal]>([
  ['', 'empty'],
  [' \u00a0\t', 'empty'],
  ['205', 'unreadable'],
  ['205 16', 'unreadable'],
  ['20516', 'unreadable'],
  ['tire', 'unreadable'],
  ['205/55', 'unreadable'],
  ['205/55 R', 'unreadable'],
  ['205/55 D16', 'unreadable'],
  ['205/55 R16 91', 'unreadable'],
  ['205/55 R16 V', 'unreadable'],
  ['205/55 R16 (94Y', 'unreadable'],
  ['205/55 R16 94Y)', 'unreadable'],
  ['205/55 R16 91O', 'unreadable'],
  ['205/55 R16 91V Hakka', 'unreadable'],
  ['205/55 R16 91V; drop table tires', 'unreadable'],
  ['205/55 R22.7', 'unreadable'],
  ['31x10.5 R15', 'unreadable'],
  ['P205/55 R16', 'unreadable'],
  [`205/55 R16${' XL'.repeat(30)}`, 'unreadable'],
  ['120/55 R16', 'width'],
  ['460/55 R16', 'width'],
  ['207/55 R16', 'width'],
  ['205/15 R16', 'profile'],
  ['205/53 R16', 'profile'],
  ['205/00 R16', 'profile'],
  ['205/55 R09', 'diameter'],
  ['205/55 R25', 'diameter'],
  ['205/55 R16 59V', 'load-index'],
  ['215/65 R16C 109/180T', 'load-index'],
])('%j is refused as %s', (text, reason) => expect(parseSize(text)).toEqual({ ok: false, reason }));

const sizes = fc.record({
  treadWidth: fc.integer({ min: 25, max: 91 }).map((n) => n * 5),
  profile: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 4, max: 19 }).map((n) => n * 5),
  ),
  diameter: fc.integer({ min: 20, max: 49 }).map((n) => n / 2),
  construction: fc.constantFrom('R', 'ZR', 'RF'),
  commercial: fc.boolean(),
});

test('parseSize reads back every text of sizeText', () => {
  fc.assert(
    fc.property(sizes, (size) => {
      expect(parseSize(sizeText(size))).toEqual({ ok: true, value: { ...plain, ...size } });
    }),
  );
});

test('never throws, and reads the printed form of an accepted text as the same size', () => {
  const almostSizes = fc
    .array(fc.constantFrom('2', '0', '5', '16', '/', ' ', '-', 'R', 'ZR', 'C', '.5', '91', 'V', '(', ')', 'XL'))
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string(), anyText, almostSizes), (text) => {
      const reading = parseSize(text);
      if (!reading.ok) return;
      const { treadWidth, profile, diameter, construction, commercial } = reading.value;
      expect(parseSize(sizeText(reading.value))).toMatchObject({
        ok: true,
        value: { treadWidth, profile, diameter, construction, commercial },
      });
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  [plain, '205/55 R16'],
  [{ ...plain, treadWidth: 195, profile: 0, diameter: 14, commercial: true }, '195 R14C'],
  [{ ...plain, treadWidth: 245, profile: 40, diameter: 18, construction: 'ZR' }, '245/40 ZR18'],
  [{ ...plain, treadWidth: 315, profile: 80, diameter: 22.5 }, '315/80 R22.5'],
])('prints a size as on the sidewall: %o is %s', (size, text) => expect(sizeText(size)).toBe(text));
