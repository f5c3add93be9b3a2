import { expect, test } from 'vitest';
import { faultText, type RowFault } from './row-fault.ts';

test.each<[RowFault, string]>([
  [{ reason: 'not-ean' }, 'not an EAN: 8, 12, 13 or 14 digits'],
  [{ reason: 'no-indices' }, 'without load and speed index, such as 91V'],
  [{ reason: 'unknown-size-part', part: 'width' }, 'no such tread width'],
  [{ reason: 'unknown-size-part', part: 'profile' }, 'no such profile'],
  [{ reason: 'unknown-size-part', part: 'diameter' }, 'no such rim diameter'],
  [{ reason: 'unknown-size-part', part: 'load-index' }, 'no such load index'],
  [{ reason: 'studs-not-winter' }, 'only winter tires have studs'],
  [{ reason: 'snow-despite-mark' }, 'no, although marks has 3PMSF'],
  [{ reason: 'no-lead-days' }, 'empty, although stock_supplier is not 0'],
  [{ reason: 'array' }, 'an array where a row should be'],
  [{ reason: 'single-value' }, 'a single value where a row should be'],
])('the commands say of %o: %s', (fault, text) => {
  expect(faultText(fault)).toBe(text);
});
