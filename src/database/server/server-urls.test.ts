import { expect, test } from 'vitest';
import { addressOf, databaseUrlFault, needsReadWrite, serverUrls } from './server-urls.ts';

test.each([
  ['postgres://shop@db/shop', ['postgres://shop@db/shop']],
  [
    'postgresql://shop:p%40ss@a:5432,b:5433/shop?sslmode=verify-full',
    [
      'postgresql://shop:p%40ss@a:5432/shop?sslmode=verify-full',
      'postgresql://shop:p%40ss@b:5433/shop?sslmode=verify-full',
    ],
  ],
  ['postgres://[::1],[::2]:5433/shop', ['postgres://[::1]/shop', 'postgres://[::2]:5433/shop']],
  ['postgres://shop:a,b@db/shop', ['postgres://shop:a,b@db/shop']],
])('%s has a URL for each host', (url, urls) => {
  expect(serverUrls(url)).toEqual(urls);
});

test('the address is without user, password and options', () => {
  expect(addressOf('postgres://shop:secret@a:5432,b/shop?target_session_attrs=primary')).toBe('a:5432,b/shop');
});

test.each([
  ['postgres://shop@a,b/shop', false],
  ['postgres://shop@a,b/shop?target_session_attrs=primary', false],
  ['postgres://shop@a,b/shop?target_session_attrs=read-write', true],
])('%s demands a server that accepts writes: %s', (url, demandsWrites) => {
  expect([needsReadWrite(url), databaseUrlFault(url)]).toEqual([demandsWrites, null]);
});

test.each([
  ['mysql://a/shop', 'must start with postgres://'],
  ['postgres://a,b:port/shop', 'must be an address'],
  ['postgres://a,/shop', 'must be an address'],
  [
    'postgres://a/shop?target_session_attrs=standby',
    'target_session_attrs must be read-write or primary, because the shop writes',
  ],
])('refuses %s', (url, fault) => {
  expect(databaseUrlFault(url)).toBe(fault);
});
