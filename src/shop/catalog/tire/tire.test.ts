import { describe, expect, test } from 'vitest';
import { fullSizeOfRow } from './size-of-row.server.ts';
import { fullSize, tireName } from './tire.ts';

const size = { treadWidth: 205, profile: 55, diameter: 16, text: '205/55 R16' };

describe('the text for a tire', () => {
  test('is its manufacturer and model', () => {
    expect(tireName({ manufacturer: { id: 'nokian', label: 'Nokian' }, model: 'Hakka Blue 3' })).toBe(
      'Nokian Hakka Blue 3',
    );
  });

  test.each([
    [{ loadIndex: '91', speedIndex: 'V', marks: [] }, '205/55 R16 91V'],
    [{ loadIndex: '94', speedIndex: 'V', marks: ['3PMSF', 'XL'] }, '205/55 R16 94V XL'],
    [{ loadIndex: '94', speedIndex: '(Y)', marks: ['XL'] }, '205/55 R16 (94Y) XL'],
    [{ loadIndex: '109/107', speedIndex: 'T', marks: ['C'] }, '205/55 R16 109/107T'],
  ])('is its size with indices: %o is %s', (indices, text) => expect(fullSize({ size, ...indices })).toBe(text));

  test.each([
    [{ construction: 'R', marks: ['FR'] }, '205/55 R16 91V'],
    [{ construction: 'R', marks: ['XL', 'FR', 'RF'] }, '205/55 R16 91V XL Run-flat'],
    [{ construction: 'RF', marks: ['RF'] }, '205/55 RF16 91V Run-flat'],
  ])('names a run-flat tire in orders as pages do: %o is %s', (row, text) => {
    const indices = { load_index: '91', speed_index: 'V' };
    expect(fullSizeOfRow({ tread_width: 205, profile: 55, diameter: 16, ...indices, ...row })).toBe(text);
  });
});
