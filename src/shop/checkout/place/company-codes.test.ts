import { expect, test } from 'vitest';
import { company } from './order-form.ts';

/** Returns the stored registry code and VAT number, or each error as its field and its code. */
function codesOrErrors(regCode: string, vatNumber: string): string[] {
  const { data, error } = company.safeParse({ name: 'Veod OÜ', regCode, vatNumber });
  return data
    ? [data.regCode, data.vatNumber]
    : (error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}`);
}

test.each([
  ['10421629', 'EE100421628'],
  ['10421629', ''],
  ['40003000642', 'LV40003000642'],
  ['HRB12345', 'DE123456789'],
])('%s and %j are stored as they are', (regCode, vatNumber) =>
  expect(codesOrErrors(regCode, vatNumber)).toEqual([regCode, vatNumber]),
);

test('codes with spaces and small letters are stored without spaces and in capitals', () =>
  expect(codesOrErrors('1042 1629', ' ee 100 421 628')).toEqual(['10421629', 'EE100421628']));

test.each([
  ['10421628', '', 'a wrong check digit', 'regCode regCode'],
  ['10421629', 'EE100421629', 'a wrong check digit', 'vatNumber vatNumber'],
  ['10421629', 'EE10042162', 'a missing digit', 'vatNumber vatNumber'],
  ['10421629', '100421628', 'a missing country', 'vatNumber vatNumber'],
])('%s and %j are refused for %s', (regCode, vatNumber, _reason, error) =>
  expect(codesOrErrors(regCode, vatNumber)).toEqual([error]),
);
