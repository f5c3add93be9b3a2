import { isIP, isIPv4 } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  if (namedNetworks.includes(text)) return true;
  const [address = '', prefixBits] = text.split('/', 2);
  // A prefix of 0 bits would trust every client as a proxy, so that each could choose its own address.
  const isPrefixValid = prefixBits === undefined || Number(prefixBits) > 0;
  if (isIP(address) === 0 || !isPrefixValid) return false;
  try {
    return compile(text) !== null;
  } catch {
    return false;
  }
}

export const trustedProxies = z
  .string()
  .transform((text) => text.split(',').map((network) => network.trim()))
  .refine((networks) => networks.every(isNetwork), {
    error: 'must be addresses or networks of proxies, or loopback, linklocal, uniquelocal, separated by commas',
  });

export function proxyMatcher(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false;
  const isTrusted = compile([...networks]);
  const anyHop = 0;
  return (address) => isIP(address) !== 0 && isTrusted(address, anyHop);
}

/** Returns the key to count a client by: its IPv4 address, the /64 network of IPv6 (RFC 6177), or 'unknown'. */
export function clientOf(address: string): string {
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::`;
}

export function openClientCounts() {
  const counts = new Map<string, number>();
  return {
    count: (client: string) => counts.get(client) ?? 0,
    add(client: string, change: 1 | -1): number {
      const count = (counts.get(client) ?? 0) + change;
      if (count > 0) counts.set(client, count);
      else counts.delete(client);
      return count;
    },
  };
}
