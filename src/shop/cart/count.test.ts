import { expect, test } from 'vitest';
import { readCount } from './count.ts';

test.each([
  ['1', 1],
  [' 8 ', 8],
  ['4,0', 4],
  ['4.0', 4],
  ['20', 20],
])('%j is a count', (text, count) => expect(readCount(text, 20)).toEqual({ ok: true, count }));

test.each([
  ['', 'required'],
  [' \t', 'required'],
  ['2.5', 'integer'],
  ['2,5', 'integer'],
  ['four', 'integer'],
  ['1e400', 'integer'],
  ['NaN', 'integer'],
  ['0', 'min'],
  ['-4', 'min'],
  ['21', 'max'],
])('%j is refused as %s', (text, code) => expect(readCount(text, 20)).toEqual({ ok: false, code }));
