import { expect, test } from 'vitest';
import { clientOf, proxyMatcher } from './client.ts';

test.each([
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['11.1.2.3', ['10.0.0.0/8'], false],
  ['192.0.2.7', ['192.0.2.7'], true],
  ['192.0.2.8', ['192.0.2.7'], false],
  ['2001:db8::1', ['2001:db8::/32', '10.0.0.0/8'], true],
  ['2001:db9::1', ['2001:db8::/32', '10.0.0.0/8'], false],
  ['2001:db8::1', ['2001:db8::1'], true],
  ['127.0.0.1', ['loopback'], true],
  ['::1', ['loopback'], true],
  ['172.16.0.1', ['uniquelocal'], true],
  ['fd00::1', ['uniquelocal'], true],
  ['169.254.0.1', ['linklocal'], true],
  ['127.0.0.1', ['uniquelocal'], false],
  ['127.0.0.1', [], false],
  ['', ['loopback'], false],
])('finds whether the address %s is a proxy, with the trusted networks %s: %s', (address, networks, expected) => {
  const isProxy = proxyMatcher(networks);
  expect(isProxy(address)).toBe(expected);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2::ffff', '2001:db8:1:2::'],
  ['2001:db8:1:3::1', '2001:db8:1:3::'],
  ['::1', '0:0:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
  ['nonsense', 'unknown'],
  ['', 'unknown'],
])('counts the address %s as the client %s', (address, client) => expect(clientOf(address)).toBe(client));
