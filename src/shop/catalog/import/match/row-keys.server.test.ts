import { expect, test } from 'vitest';
import { readHeader } from '../file/header.ts';
import { readRow } from '../file/row.ts';
import { skuHash, tireSlug } from './row-keys.server.ts';

test('skuHash is the base32 of SHA-256, which must never change because URLs and carts contain it', () => {
  // printf 'latakko\0T1' | sha256sum begins 55247e84410af95836, in bits 01010 10100 10010 00111 …: digits 10, 20, 18, 7 …
  expect(skuHash('latakko', 'T1')).toBe('amj7x1211bwng');
  expect(skuHash('latakko', 'T2')).not.toBe(skuHash('latakko', 'T1'));
  // The hash depends on where the supplier ends and the SKU begins.
  expect(skuHash('latakkoT', '1')).not.toBe(skuHash('latakko', 'T1'));
});

test.each([
  ['205/55 R16 91V XL', 'nokian-hakka-blue-3-205-55-r16-91v'],
  ['215/65 R16C 109/107T', 'nokian-hakka-blue-3-215-65-r16c-109-107t'],
  ['315/80R22.5 154/149M', 'nokian-hakka-blue-3-315-80-r22-5-154-149m'],
  ['195R14C 106/104S', 'nokian-hakka-blue-3-195-r14c-106-104s'],
])('the slug of the size %s is %s', (size, slug) => {
  const names = ['supplier', 'supplier_sku', 'manufacturer', 'model', 'size', 'season', 'studs', 'price'];
  const header = readHeader(names, []);
  if (!header.ok) throw new Error(header.reason);
  const reading = readRow(header.header, 2, ['s', '1', 'Nokian', 'Hakka Blue 3', size, 'summer', '', '80']);
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
  expect(tireSlug(reading.tire)).toBe(slug);
});
