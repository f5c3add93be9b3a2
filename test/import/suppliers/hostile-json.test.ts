import { expect, test } from 'vitest';
import { expectEarlyRefusal } from './endless.ts';
import { summaryOf, supplier, supplierShop, tires } from './supplier-shop.ts';

const shop = supplierShop();
const jsonSupplier = supplier({
  format: { kind: 'json', rows: 'data.items', status: { field: 'status', is: ['ok', '200'] } },
});

const document = (items: unknown, status: unknown = 'ok') => JSON.stringify({ status, data: { items } });
const validList = document(tires());
const [first, ...others] = tires().map((row) => JSON.stringify(row));
/** The valid list with other text in place of the first tire. */
const around = (text: string) => `{"status":"ok","data":{"items":[${[text, ...others].join(',')}]}}`;

test.each<[name: string, content: string | Uint8Array, refusal: object]>([
  ['an empty file', '', { reason: 'no-header' }],
  ['only white space', ' \n\n ', { reason: 'no-header' }],
  ['a list without rows', document([]), { reason: 'no-good-row' }],
  ['a list cut short inside a text', validList.slice(0, 120), { reason: 'cut-short', format: 'JSON' }],
  [
    'a list cut short between rows',
    validList.slice(0, validList.indexOf('},{') + 1),
    { reason: 'cut-short', format: 'JSON' },
  ],
  ['a list without its last bracket', validList.slice(0, -1), { reason: 'cut-short', format: 'JSON' }],
  ['text after the end of the list', `${validList}{}`, { reason: 'malformed', format: 'JSON', line: 1 }],
  ['a superfluous comma', validList.replace('},{', '},,{'), { reason: 'malformed', format: 'JSON', line: 1 }],
  ['JavaScript', 'var items = [];', { reason: 'malformed', format: 'JSON', line: 1 }],
  ['a text with a line break', `{\n"status": "o\nk", "data": {}}`, { reason: 'malformed', format: 'JSON' }],
  [
    'an error with status 200',
    document([], 'error: too many requests'),
    { reason: 'status', field: 'status', value: 'error: too many requests' },
  ],
  ['an error status before valid rows', document(tires(), 'partial'), { reason: 'status', value: 'partial' }],
  [
    'an error status after valid rows',
    `{"data":{"items":[${first}]},"status":"error"}`,
    { reason: 'status', value: 'error' },
  ],
  ['a missing status', `{"data":{"items":[${first}]}}`, { reason: 'status', value: null }],
  [
    'a status that is not a string',
    `{"status":{"code":"ok"},"data":{"items":[${first}]}}`,
    { reason: 'status', value: null },
  ],
  ['rows at another path', `{"status":"ok","items":[${first}]}`, { reason: 'no-rows', path: 'data.items' }],
  ['a single row where many should be', `{"status":"ok","data":{"items":${first}}}`, { reason: 'no-rows' }],
  ['rows that are strings', document(['T1', 'T2']), { reason: 'no-good-row' }],
  ['rows that are arrays', document([['T1'], []]), { reason: 'no-good-row' }],
  ['a login page', '<html><head><title>Login</title></head></html>', { reason: 'html-page' }],
  [
    'UTF-16 without a byte order mark',
    Buffer.from(validList, 'utf16le'),
    { reason: 'other-encoding', found: 'utf-16le' },
  ],
  [
    'bytes that are not UTF-8',
    Buffer.from(validList.replace('Nokian', 'Nõkian'), 'latin1'),
    { reason: 'not-utf8', line: 1 },
  ],
  [
    'a thousand nested arrays',
    around('['.repeat(1_000) + ']'.repeat(1_000)),
    { reason: 'too-deep', format: 'JSON', levels: 32 },
  ],
  [
    'a thousand nested objects',
    around(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`),
    { reason: 'too-deep', format: 'JSON' },
  ],
  [
    'a row of many long strings',
    around(`{"a":[${Array.from({ length: 9 }, () => `"${'x'.repeat(9_000)}"`)}]}`),
    { reason: 'text-too-long', format: 'JSON' },
  ],
])('%s is refused, and the catalogue is unchanged', async (_, content, refusal) => {
  await shop.importList(validList, jsonSupplier);
  const before = await shop.rows();
  expect(summaryOf(await shop.importList(content, jsonSupplier))).toMatchObject(refusal);
  expect(await shop.rows()).toEqual(before);
});

/** The valid list with changes to its first tire. */
const changed = (changes: object) => around(JSON.stringify({ ...tires()[0], ...changes }));

test.each<[name: string, content: string, error: string]>([
  [
    'a lone surrogate',
    around(first?.replace('Nokian', 'Nok\\ud800ian') ?? ''),
    'manufacturer: unreadable: it has the hidden character U+D800',
  ],
  [
    'a NUL',
    around(first?.replace('Nokian', 'Nok\\u0000ian') ?? ''),
    'manufacturer: unreadable: it has the hidden character U+0000',
  ],
  ['a repeated key', around(first?.replace('"hind"', '"hind":"1.00","hind"') ?? ''), 'price: not a price'],
  ['a price with an exponent', around(first?.replace('"110.50"', '1105e-1') ?? ''), 'price: not a price'],
  ['a negative price', changed({ hind: -5 }), 'price: not a price'],
  ['a price that is null', changed({ hind: null }), 'price: empty'],
  ['a price that is an object', changed({ hind: { net: 5 } }), 'price: empty'],
  ['a manufacturer that is an array', changed({ tootja: ['=1', 'Nokian'] }), 'manufacturer: begins like a formula'],
  ['a script', changed({ mudel: '<img src=x onerror=alert(1)>' }), 'model: has < or > in it'],
  ['a stock of 1,000,000,000', changed({ laos: 1_000_000_000 }), 'stock_supplier: more than 100000'],
  ['negative stock', changed({ laos: -1 }), 'stock_supplier: not a whole number'],
  ['a fractional stock', changed({ laos: 1.5 }), 'stock_supplier: not a whole number'],
])('%s: the row is skipped, and the catalogue is unchanged', async (_, content, error) => {
  await shop.importList(validList, jsonSupplier);
  const before = await shop.rows();
  const report = await shop.importList(content, jsonSupplier);
  expect(summaryOf(report)).toEqual({ failed: 1, errors: [error] });
  expect(report.errors[0]?.line).toBe(1);
  expect(await shop.rows()).toEqual(before);
});

test('accepts names of JavaScript’s own properties as keys', async () => {
  await shop.importList(validList, jsonSupplier);
  const before = await shop.rows();
  const polluted = around(
    `{"__proto__":{"hind":"1.00","polluted":true},"constructor":{"prototype":{"hind":"1.00"}},${first?.slice(1)}`,
  );
  expect(await shop.importList(polluted, jsonSupplier)).toMatchObject({ unchanged: 3, failed: 0 });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect(await shop.rows()).toEqual(before);
});

test.each([
  ['a string of 1 GB', '{"status":"ok","data":{"items":[{"kood":"', 'x', 'text-too-long'],
  ['a key of 1 GB', '{"status":"ok","data":{"items":[{"', 'x', 'text-too-long'],
  ['a number of 1 GB', '{"status":"ok","data":{"items":[{"hind":1', '1', 'text-too-long'],
  ['a string of 1 GB outside the rows', '{"note":"', 'x\\n', 'text-too-long'],
  ['endless nested arrays', '{"status":"ok","data":{"items":[', '[', 'too-deep'],
])('refuses %s within its first megabyte', (_, begin, piece, reason) =>
  expectEarlyRefusal(shop, { validList, supplier: jsonSupplier, begin, piece, reason }),
);
