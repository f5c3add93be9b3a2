import { expect, test } from 'vitest';
import { parseSeenServer, refusalOf } from './seen-server.ts';

const seen = { address: 'db:5432/shop', systemIdentifier: '7', timeline: 3 };

test.each([
  ['of the same timeline', { systemIdentifier: '7', timeline: 3 }, 'db:5432/shop'],
  ['of a promoted standby', { systemIdentifier: '7', timeline: 4 }, 'db:5432/shop'],
  ['of another cluster at another address', { systemIdentifier: '8', timeline: 1 }, 'other:5432/shop'],
])('accepts a server %s', (_, found, address) => {
  expect(refusalOf(seen, found, address)).toBeNull();
});

test.each([
  [
    'of an older timeline',
    { systemIdentifier: '7', timeline: 2 },
    'db:5432/shop',
    /old primary .*timeline 2; 3 was seen/,
  ],
  ['of an older timeline at another address', { systemIdentifier: '7', timeline: 2 }, 'other:5432/shop', /old primary/],
  [
    'of another cluster at the same address',
    { systemIdentifier: '8', timeline: 9 },
    'db:5432/shop',
    /another PostgreSQL .*8 instead of 7/,
  ],
])('refuses a server %s', (_, found, address, reason) => {
  expect(refusalOf(seen, found, address)).toMatch(reason);
});

test('accepts any server when none was seen', () => {
  expect(refusalOf(null, { systemIdentifier: '8', timeline: 1 }, 'db/shop')).toBeNull();
});

test('a stored record that cannot be parsed counts as no server seen', () => {
  expect(parseSeenServer(JSON.stringify(seen))).toEqual(seen);
  for (const text of ['', '{', 'null', '[]', '{"systemIdentifier":"7"}', JSON.stringify({ ...seen, timeline: 0 })])
    expect(parseSeenServer(text)).toBeNull();
});
