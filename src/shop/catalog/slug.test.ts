import { expect, test } from 'vitest';
import { slug } from './slug.ts';

test.each([
  ['BFGoodrich g-Force Winter2', 'bfgoodrich-g-force-winter2'],
  ['  Škoda   Ø rõõm Łódź ', 'skoda-o-room-lodz'],
  ['205/55 R16 (94Y)', '205-55-r16-94y'],
  ['Winter i*cept RS³', 'winter-i-cept-rs3'],
  ['Белшина', ''],
])('the slug of %s is %j', (text, expected) => {
  expect(slug(text)).toBe(expected);
});
