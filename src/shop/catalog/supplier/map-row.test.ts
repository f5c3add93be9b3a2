import { expect, test } from 'vitest';
import { partnerJson } from '../../../../test/import/suppliers/examples.ts';
import { declaration } from './declaration.ts';
import { rowMapper } from './map-row.ts';

test.each([
  ['excluded', '100', '124.00', 0],
  ['included', '119.9', '119.90', 0],
  ['included', '', '', 0],
  ['included', '0', '', 1],
  ['included', 'on request', '', 1],
] as const)('reads a recommended price with VAT %s, %j, as %j', (vat, written, value, warnings) => {
  const supplier = declaration.parse({ ...partnerJson, recommended: { from: 'srp', vat } });
  const { columns, fields, map } = rowMapper(supplier, 24);
  expect(fields).toContain('srp');
  const record = map({ line: 2, fields: new Map([['srp', written]]) });
  expect(record.fields[columns.indexOf('recommended')]).toBe(value);
  expect(record.mapped?.warnings.filter((warning) => warning.startsWith('recommended'))).toHaveLength(warnings);
});
