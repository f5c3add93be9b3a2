import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each(['8.8.8.8', '193.40.1.1', '2a00:1450:400f:80d::200e', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['127.0.0.1', 'this machine'],
  ['127.8.9.1', 'this machine'],
  ['::1', 'this machine'],
  ['0.0.0.0', 'this machine'],
  ['::', 'this machine'],
  ['10.0.0.5', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['169.254.169.254', 'metadata service of clouds'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['fd00:ec2::254', 'unique local'],
  ['fc00::1', 'unique local'],
  ['fec0::1', 'site-local, deprecated'],
  ['224.0.0.1', 'multicast'],
  ['ff02::1', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  ['240.0.0.1', 'reserved'],
  ['192.0.2.1', 'documentation'],
  ['2001:db8::1', 'documentation'],
  ['198.18.0.1', 'benchmarks'],
  ['::ffff:127.0.0.1', 'IPv4 in IPv6'],
  ['::ffff:169.254.169.254', 'IPv4 in IPv6'],
  ['::ffff:a00:1', 'IPv4 in IPv6'],
  ['::127.0.0.1', 'IPv4 in IPv6, deprecated'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b:1::7f00:1', 'local NAT64'],
  ['2002:7f00:1::', '6to4'],
  ['2001:0:7f00:1::', 'Teredo'],
  ['localhost', 'not an address'],
  ['', 'not an address'],
])('%s is not public: %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
