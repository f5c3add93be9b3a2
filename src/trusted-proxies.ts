import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Networks by name: this machine; addresses that one machine gives itself; private networks (RFC 1918, RFC 4193). */
const named = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  if (named.includes(text) || isIP(text) !== 0) return true;
  // A network of everybody would let each client give itself another address with each request.
  return ipaddr.isValidCIDR(text) && isIP(text.split('/', 1)[0] ?? '') !== 0 && !text.endsWith('/0');
}

/** `loopback, 10.0.0.0/8`: the networks of the proxies in front of the shop. There is no word for "anyone". */
export const trustedProxies = z
  .string()
  .transform((text) => text.split(',').map((network) => network.trim()))
  .refine((networks) => networks.every(isNetwork), {
    error: 'must be addresses or networks of proxies, or loopback, linklocal, uniquelocal, separated by commas',
  });

/** What `ipaddr.js` calls the addresses of each name. */
const ranges: Record<string, string[]> = {
  loopback: ['loopback'],
  linklocal: ['linkLocal'],
  uniquelocal: ['private', 'uniqueLocal'],
};

/** Whether an address is in one of these networks, which are as `trustedProxies` takes them. */
export function isAmong(networks: readonly string[]): (address: string) => boolean {
  const matches = networks.map((network) => {
    const kinds = ranges[network];
    if (kinds) return (address: Address) => kinds.includes(address.range());
    const [start, bits] = ipaddr.isValidCIDR(network)
      ? ipaddr.parseCIDR(network)
      : [ipaddr.process(network), undefined];
    return (address: Address) =>
      address.kind() === start.kind() && address.match(start, bits ?? 8 * start.toByteArray().length);
  });
  return (text) => {
    if (matches.length === 0 || !ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return matches.some((isIn) => isIn(address));
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
