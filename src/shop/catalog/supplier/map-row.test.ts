import { expect, test } from 'vitest';
import { partnerJson } from '../../../../test/import/suppliers/examples.ts';
import { faultText } from '../import/file/row-fault.ts';
import { rateOn } from './currency.ts';
import { declaration } from './declaration.ts';
import { rowMapper } from './map-row.ts';

const vatPercent = 24;

test.each([
  ['excluded', '100', '124.00', 0],
  ['included', '119.9', '119.90', 0],
  ['included', '', '', 0],
  ['included', '0', '', 1],
  ['included', 'on request', '', 1],
] as const)(
  'reads a recommended price with VAT %s, %j, as %j, with %i warnings',
  (vat, written, value, warningCount) => {
    const supplier = declaration.parse({ ...partnerJson, recommended: { from: 'srp', vat } });
    const { columns, fields, map } = rowMapper(supplier, vatPercent);
    expect(fields).toContain('srp');
    const record = map({ line: 2, fields: new Map([['srp', written]]) });
    expect(record.fields[columns.indexOf('recommended')]).toBe(value);
    expect(record.mapped?.warnings.filter((warning) => warning.startsWith('recommended'))).toHaveLength(warningCount);
  },
);

const inZloty = {
  ...partnerJson,
  price: {
    from: 'price',
    vat: 'excluded',
    currency: {
      code: 'PLN',
      from: 'curr',
      rates: [
        { from: '2026-11-01', perEuro: 4.25 },
        { from: '2026-12-01', perEuro: 4.3 },
      ],
    },
  },
} as const;

test.each([
  ['2026-10-31', null],
  ['2026-11-01', 4.25],
  ['2026-11-30', 4.25],
  ['2027-03-01', 4.3],
])('the rate on %s is the last one from this day or earlier: %j', (day, perEuro) => {
  expect(rateOn(declaration.parse(inZloty).price.currency, day)).toBe(perEuro);
});

test('the rate is 1 for a supplier without a currency', () => {
  expect(rateOn(undefined, '2026-11-01')).toBe(1);
});

test.each([
  ['PLN', 4.25, '124.00', '100.0000', undefined],
  ['pln ', 4.25, '124.00', '100.0000', undefined],
  ['USD', 4.25, '', '', 'in USD, not in PLN'],
  ['', 4.25, '', '', 'in no currency, not in PLN'],
  ['PLN', null, '', '', 'no rate of PLN applies yet'],
])(
  'a row with the price 425 in %j at the rate %j has the price %j, the cost %j and the fault %j',
  (curr, perEuro, price, cost, fault) => {
    const { columns, fields, map } = rowMapper(declaration.parse(inZloty), vatPercent, perEuro);
    expect(fields).toContain('curr');
    const record = map({
      line: 2,
      fields: new Map([
        ['price', '425'],
        ['curr', curr],
      ]),
    });
    expect(record.fields[columns.indexOf('price')]).toBe(price);
    const priceFault = record.mapped?.faults.get('price');
    expect(priceFault && faultText(priceFault)).toBe(fault);
    if (fault === undefined) expect(record.fields[columns.indexOf('cost_net')]).toBe(cost);
  },
);

test.each([
  [{ code: 'PLN' }, 'must list dated rates'],
  [{ code: 'EUR', rates: [{ from: '2026-11-01', perEuro: 1 }] }, 'must list dated rates'],
  [{ code: 'zloty', rates: [{ from: '2026-11-01', perEuro: 4 }] }, 'must be a code'],
  [{ code: 'PLN', rates: [{ from: '2026-11-01', perEuro: 0 }] }, 'perEuro'],
  [{ code: 'PLN', rates: [{ from: '2026-11-01', perEuro: 4.1234567 }] }, 'six decimals'],
  [{ code: 'PLN', rates: [{ from: '1.11.2026', perEuro: 4 }] }, 'must be a day'],
])('refuses the currency %j', (currency, error) => {
  const invalid = { ...inZloty, price: { ...inZloty.price, currency } };
  expect(declaration.safeParse(invalid).error?.message).toContain(error);
});

test('reads the fields of an EDIWheel price catalogue (PRICAT B4.0) into the columns of the shop', () => {
  const supplier = declaration.parse({
    ...partnerJson,
    columns: {
      ...partnerJson.columns,
      supplier_sku: 'supplierCode',
      ean: 'ean',
      manufacturer: 'brandText',
      model: 'design1',
      size: ['widthMm', 'aspectRatio', 'rimInch', 'li1', 'li2', 'sp1'],
      marks: { from: 'rfd', values: { '': '', '*': 'XL' } },
      snow: { from: '3pmsfMark', values: { '': 'no', '*': 'yes' } },
      eprel_id: 'url5',
    },
    label: undefined,
    price: { from: 'netValue', vat: 'excluded' },
    recommended: { from: 'suggestedPrice', vat: 'excluded' },
  });
  const { columns, map } = rowMapper(supplier, vatPercent);
  const read = (row: Record<string, string>) => {
    const record = map({ line: 1, fields: new Map(Object.entries(row)) });
    return { ...Object.fromEntries(columns.map((name, index) => [name, record.fields[index]])), ...record.mapped };
  };
  const row = {
    supplierCode: '773410',
    brandText: 'Maker',
    design1: 'Road 5',
    sp1: 'V',
    netValue: '70',
    suggestedPrice: '90',
  };
  const url5 = 'https://eprel.ec.europa.eu/qr/381667';
  expect(read({ ...row, widthMm: '205', aspectRatio: '55', rimInch: '16', li1: '94', rfd: 'RF', url5 })).toMatchObject({
    supplier_sku: '773410',
    size: '205 55 16 94 V',
    marks: 'XL',
    snow: 'no',
    eprel_id: url5,
    price: '86.80',
    cost_net: '70.0000',
    recommended: '111.60',
    warnings: [],
  });
  const van = { widthMm: '215', aspectRatio: '65', rimInch: '16', li1: '109', li2: '107', sp1: 'T', '3pmsfMark': 'Y' };
  expect(read({ ...row, ...van, url5: 'https://maker.example/381667' })).toMatchObject({
    size: '215 65 16 109 107 T',
    marks: '',
    snow: 'yes',
    eprel_id: '',
    warnings: [expect.stringContaining('eprel_id cannot be read')],
  });
});

test.each([
  ['', ''],
  ['Y', 'yes'],
  ['n', 'no'],
])('with the values `n` and `*` (any other text), %j is read as %j', (written, value) => {
  const ice = { from: 'iceMark', values: { n: 'no', '*': 'yes' } };
  const { columns, map } = rowMapper(
    declaration.parse({ ...partnerJson, columns: { ...partnerJson.columns, ice } }),
    vatPercent,
  );
  const { fields } = map({ line: 1, fields: new Map([['iceMark', written]]) });
  expect(fields[columns.indexOf('ice')]).toBe(value);
});
