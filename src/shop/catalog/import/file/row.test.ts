import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../../../test/support/any-text.ts';
import { optionalColumns, readHeader, requiredColumns } from './header.ts';
import { readRow } from './row.ts';
import { faultText } from './row-fault.ts';

const names = [...requiredColumns, ...optionalColumns, 'stock_ringtee', 'stock_supplier'];
const studdedTire = {
  supplier: 'latakko',
  supplier_sku: 'T1',
  manufacturer: 'Nokian',
  model: 'Hakkapeliitta 10',
  size: '205/55 R16 94T XL',
  season: 'winter',
  studs: 'studded',
  price: '129,90',
};

test('removes the label of a studded tire', () => {
  const tire = tireOf({ ...studdedTire, fuel: 'C', wet: 'E', noise_db: '71', ice: 'yes', eprel_id: '1', snow: 'yes' });
  expect(tire).toMatchObject({ fuel: null, wet: null, noise_db: null, ice: false, eprel_id: null, snow: true });
  expect(tire.marks).toEqual(['XL', '3PMSF']);
});

test('removes the label of a racing tire, and keeps that of other tires', () => {
  const label = { season: 'summer', studs: '', fuel: 'c', wet: 'A', noise_db: '71', noise_class: 'B' };
  expect(tireOf({ ...studdedTire, ...label, competition: 'yes' })).toMatchObject({ fuel: null, noise_class: null });
  expect(tireOf({ ...studdedTire, ...label })).toMatchObject({ fuel: 'C', wet: 'A', noise_db: 71, noise_class: 'B' });
});

test.each<[Record<string, string>, boolean | null]>([
  [{ snow: 'yes' }, true],
  [{ snow: 'no' }, false],
  [{ snow: '', marks: '3PMSF' }, true],
  [{ snow: '', marks: 'XL M+S' }, false],
  [{ snow: '', marks: 'XL' }, null],
  [{ snow: '', marks: '' }, null],
  [{ season: 'summer', studs: '' }, false],
])('reads from %o that `snow` is %s, null if not known', (cells, snow) => {
  const tire = tireOf({ ...studdedTire, ...cells });
  expect(tire.snow).toBe(snow);
  expect(tire.marks.includes('3PMSF')).toBe(snow === true);
});

test.each([
  ['215/65 R16C 109/107T', 'van'],
  ['315/80R22.5 154/149M', 'truck'],
  ['205/55 R16 91V', 'car'],
])('the vehicle of a tire %s without vehicle column is %s', (size, vehicle) => {
  expect(tireOf({ ...studdedTire, size }).vehicle).toBe(vehicle);
});

test.each<Record<string, string>>([
  { size: '205/55 RF16 91V' },
  { size: '205/55 R16 91V RF' },
  { marks: 'ssr' },
  { runflat: 'jah' },
])('%o is a run-flat tire', (cells) => {
  expect(tireOf({ ...studdedTire, ...cells })).toMatchObject({ runflat: true, marks: expect.arrayContaining(['RF']) });
});

test.each([
  [{ season: 'summer' }, 'studs', { reason: 'studs-not-winter' }],
  [{ snow: 'no', marks: '3PMSF' }, 'snow', { reason: 'snow-despite-mark' }],
  [{ stock_supplier: '4' }, 'lead_days', { reason: 'no-lead-days' }],
  [{ size: '205/55 R16' }, 'size', { reason: 'no-indices' }],
  [{ model: `A${'\u202E'}B` }, 'model', { reason: 'hidden-character', character: 'U+202E' }],
  [{ model: 'x'.repeat(201) }, 'model', { reason: 'too-long', max: 200 }],
])('refuses %o at the column %s: %o', (cells, column, fault) => {
  expect(read({ ...studdedTire, ...cells })).toMatchObject({
    ok: false,
    errors: [{ line: 2, column, fault }],
    key: { supplier: 'latakko', supplier_sku: 'T1' },
  });
});

test.each([
  ['talv', 'lamell', 'winter', 'none'],
  ['Talverehv', 'naast', 'winter', 'studded'],
  ['Lamell SC', 'ei', 'winter', 'none'],
  ['naastrehv', 'jah', 'winter', 'studded'],
  ['Зимняя', 'шип', 'winter', 'studded'],
  ['зима', 'Шипуемая', 'winter', 'studdable'],
  ['suvi', '', 'summer', 'none'],
  ['всесезонная', 'нет', 'all_season', 'none'],
  ['Suverehvid', '-', 'summer', 'none'],
  ['Talverehvid', 'Lamellrehvid', 'winter', 'none'],
  ['Naastrehvid', 'Naastrehvid', 'winter', 'studded'],
  ['зимние', 'не шип', 'winter', 'none'],
  ['Зимняя', 'нешипованная', 'winter', 'none'],
  ['Зимние', 'Нешипованные', 'winter', 'none'],
])('season %s and studs %s are %s and %s', (season, studs, seasonValue, studsValue) => {
  expect(tireOf({ ...studdedTire, season, studs })).toMatchObject({ season: seasonValue, studs: studsValue });
});

test('reads an Estonian vehicle and a Russian no', () => {
  const tire = tireOf({ ...studdedTire, vehicle: 'sõiduauto', runflat: 'нет' });
  expect(tire).toMatchObject({ vehicle: 'car', runflat: false });
});

test.each(['-', '–', '—'])('reads %s as empty where a value may be missing', (dash) => {
  const optionals = [...optionalColumns, 'studs', 'stock_ringtee', 'stock_supplier'];
  const withOptionals = (text: string) => ({
    ...studdedTire,
    ...Object.fromEntries(optionals.map((column) => [column, text])),
  });
  expect(read(withOptionals(dash))).toEqual(read(withOptionals('')));
  expect(read({ ...studdedTire, season: dash })).toMatchObject({ ok: false, errors: [{ column: 'season' }] });
});

test('normalizes spaces and decomposed letters', () => {
  const tire = tireOf({ ...studdedTire, model: '  Hakkapeliitta\u00A0  10 ', manufacturer: 'Noki\u0061\u0308n' });
  expect(tire).toMatchObject({ model: 'Hakkapeliitta 10', manufacturer: 'Nokiän', manufacturer_id: 'nokian' });
});

/** Also matches `undefined` itself, the text of a fault without a case. */
const missingPart = /^$|undefined|null|NaN/;

test('reads any row, or refuses it with reasons', () => {
  const cell = fc.oneof(anyText, fc.constantFrom(...Object.values(studdedTire), '', '1', '\0', 'yes'));
  fc.assert(
    fc.property(fc.array(cell, { minLength: names.length - 2, maxLength: names.length + 2 }), (fields) => {
      const reading = readRow(header(), 2, fields);
      if (!reading.ok)
        return reading.errors.length > 0 && reading.errors.every(({ fault }) => !missingPart.test(faultText(fault)));
      return reading.tire.price_cents > 0 && reading.tire.supplier !== '' && reading.onHand.length === 2;
    }),
    { numRuns: 2_000 },
  );
});

function header() {
  const reading = readHeader(names, ['ringtee']);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.header;
}

function read(cells: Record<string, string>) {
  return readRow(
    header(),
    2,
    names.map((name) => cells[name] ?? ''),
  );
}

function tireOf(cells: Record<string, string>) {
  const reading = read(cells);
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
  return reading.tire;
}

test.each([
  ['381667', 381_667],
  ['https://eprel.ec.europa.eu/qr/381667', 381_667],
  ['https://eprel.ec.europa.eu/screen/product/tyres/381667/', 381_667],
])('reads the EPREL number %s', (eprel_id, number) => {
  expect(tireOf({ ...studdedTire, season: 'summer', studs: '', eprel_id })).toMatchObject({ eprel_id: number });
});
