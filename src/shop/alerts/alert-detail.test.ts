import { expect, test } from 'vitest';
import { detail, detailText } from './alert-detail.ts';

test('a detail keeps its parts for the desk, and is a text for the command line', () => {
  const parts = detail`${{ order: 'R26-4F7K2' }}: ${{ review: 'amount-mismatch' }}, ${{ cents: 31_960 }}, ${2}`;
  expect(parts).toEqual([
    { order: 'R26-4F7K2' },
    ': ',
    { review: 'amount-mismatch' },
    ', ',
    { cents: 31_960 },
    ', ',
    2,
  ]);
  expect(detailText(parts)).toBe('R26-4F7K2: amount-mismatch, 319,60\u00A0€, 2');
  const time = new Date('2026-11-30T11:00:00Z');
  expect(detailText(detail`${{ branch: 'ringtee' }}, ${{ time }}`)).toBe('ringtee, 2026-11-30 13:00');
});
