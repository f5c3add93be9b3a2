import { expect, test } from 'vitest';
import { partnerJson, semicolonCsv, xmlList } from '../../../../test/import/suppliers/examples.ts';
import { keyVariable, nextTime, readSuppliers } from './read-suppliers.ts';

test('accepts valid declarations and an empty array', () => {
  expect(readSuppliers([]).length).toBe(0);
  expect(readSuppliers([partnerJson, semicolonCsv, xmlList]).map(({ id }) => id)).toEqual([
    'rehvivahetus',
    'balti-rehv',
    'nordtyre',
  ]);
});

const { columns } = semicolonCsv;
const csv = { kind: 'csv' } as const;
const pictures = { from: 'Pilt', licence: 'mail of 2026-11-02' };
const order = { by: 'list', email: 'tellimused@balti.example', cutOff: '15:30' } as const;

test.each<[object, RegExp]>([
  [{ id: 'Balti Rehv' }, /^supplier Balti Rehv: id: must be lower-case letters/m],
  [{ from: { url: 'http://x.example' } }, /^supplier balti-rehv: from.url: must be an https address/m],
  [
    { from: { url: 'https://me:secret@x.example' } },
    /^supplier balti-rehv: from.url: must not contain a user name or password/m,
  ],
  [{ format: { kind: 'xlsx' } }, /^supplier balti-rehv: format.kind: /m],
  [{ format: { ...csv, delimiter: '#' } }, /^supplier balti-rehv: format.delimiter: /m],
  [
    { format: { kind: 'xml', rows: 'product' } },
    /^supplier balti-rehv: format.rows: must be a path such as products\/product/m,
  ],
  [{ encoding: 'klingon' }, /^supplier balti-rehv: encoding: /m],
  [{ decimal: ';' }, /^supplier balti-rehv: decimal: /m],
  [{ columns: { ...columns, season: undefined } }, /^supplier balti-rehv: columns.season: must be a field/m],
  [{ columns: { ...columns, sise: 'x' } }, /^supplier balti-rehv: columns.sise: is not a known key$/m],
  [{ columns: { ...columns, price: 'x' } }, /^supplier balti-rehv: columns.price: is not a known key$/m],
  [
    { columns: { ...columns, season: { from: 'Hooaeg', values: { Kevad: 'kevad' } } } },
    /^supplier balti-rehv: columns.season.values.Kevad: "kevad" is not one of summer, winter, all_season/m,
  ],
  [
    { columns: { ...columns, vehicle: { fixed: 'bus' } } },
    /^supplier balti-rehv: columns.vehicle.fixed: "bus" is not one of car/m,
  ],
  [{ label: 'eu' }, /^supplier balti-rehv: columns.fuel: the declaration's `label` already fills it/m],
  [
    { stock: { from: 'Laoseis', words: { jah: -1 } } },
    /^supplier balti-rehv: stock.words.jah: must be a whole number/m,
  ],
  [{ price: { from: 'Hind', vat: 'maybe' } }, /^supplier balti-rehv: price.vat: /m],
  [{ price: { from: 'Hind', vat: 'included', markupPercent: 0.123 } }, /^supplier balti-rehv: price.markupPercent: /m],
  [{ leadDays: 1.5 }, /^supplier balti-rehv: leadDays: /m],
  [{ order: { ...order, by: 'fax' } }, /^supplier balti-rehv: order.by: must be list, ediwheel or http$/m],
  [{ order: { ...order, email: 'balti' } }, /^supplier balti-rehv: order.email: must be an e-mail address$/m],
  [{ order: { ...order, cutOff: '24:00' } }, /^supplier balti-rehv: order.cutOff: must be a time, such as 15:30$/m],
  [{ order: { ...order, days: ['sat'] } }, /^supplier balti-rehv: order.days.0: must be mon, tue, wed, thu, fri$/m],
  [{ order: { ...order, listLagHours: -1 } }, /^supplier balti-rehv: order.listLagHours: must be a whole number/m],
  [{ schedule: 'daily' }, /^supplier balti-rehv: schedule: "daily" is no cron line of five fields/m],
  [{ schedule: '61 * * * *' }, /^supplier balti-rehv: schedule: /m],
  [{ schedule: '* * * * * *' }, /^supplier balti-rehv: schedule: /m],
  [{ pictures: { from: 'Pilt' } }, /^supplier balti-rehv: pictures.licence: must be a text of 1 to 200 characters/m],
  [{ pictures: { ...pictures, licence: ' ' } }, /^supplier balti-rehv: pictures.licence: must be a text/m],
  [{ pictures: { ...pictures, until: '2027-02-30' } }, /^supplier balti-rehv: pictures.until: must be a day/m],
  [{ pictures: { ...pictures, url: 'http://x.example/{{value}}' } }, /: pictures.url: must be an https address/m],
  [{ pictures: { ...pictures, url: 'https://x.example/' } }, /: pictures.url: must contain \{\{value\}\}/m],
  [{ shedule: '5 4 * * *' }, /^supplier balti-rehv: shedule: is not a known key$/m],
])('%j is refused with supplier and field in the message', (invalidFields, message) => {
  expect(() => readSuppliers([{ ...semicolonCsv, ...invalidFields }])).toThrow(message);
});

test('by default, `listLagHours` is 24, and purchases are sent at the cut-off, also for unpaid orders', () => {
  const [withDefaults, withShortLag] = readSuppliers([
    { ...semicolonCsv, order },
    { ...xmlList, order: { ...order, listLagHours: 2 } },
  ]);
  expect(withDefaults?.order).toEqual({ ...order, listLagHours: 24, send: 'at-cut-off', unpaid: 'always' });
  expect(withShortLag?.order?.listLagHours).toBe(2);
});

test('reports all faults at once, also a repeated id', () => {
  const invalidFields = [
    { ...semicolonCsv, leadDays: -1, schedule: 'never' },
    { ...partnerJson, id: 5 },
    xmlList,
    xmlList,
  ];
  expect(() => readSuppliers(invalidFields)).toThrow(
    /^suppliers\.config\.ts\nsupplier balti-rehv: leadDays: .*\nsupplier number 2: id: .*\nsupplier nordtyre: id: declared twice$/,
  );
});

test('refuses a value that is not an array, and names the file', () => {
  expect(() => readSuppliers({}, 'suppliers.local.ts')).toThrow(
    new Error('suppliers.local.ts\nthe default export: must be an array of suppliers'),
  );
});

test('keyVariable returns the environment variable for the key of a supplier', () => {
  expect(keyVariable('balti-rehv')).toBe('SUPPLIER_BALTI_REHV_KEY');
});

test('nextTime uses the time in Tallinn, in summer and in winter', () => {
  const winterTimeBegins = '2026-10-25';
  expect(nextTime('30 5 * * *', new Date('2026-10-24T12:00:00Z')).toISOString()).toBe(
    `${winterTimeBegins}T03:30:00.000Z`,
  );
  expect(nextTime('30 5 * * *', new Date('2026-07-01T00:00:00Z')).toISOString()).toBe('2026-07-01T02:30:00.000Z');
});
