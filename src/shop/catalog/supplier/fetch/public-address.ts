import ipaddr from 'ipaddr.js';

const globalUnicast: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns false for loopback, private and link-local addresses (169.254.169.254 serves cloud metadata) and for IPv4 inside IPv6, such as 6to4. But an IPv4-mapped address (`::ffff:8.8.8.8`) counts as its IPv4 address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

/** Only tests may connect to 127.0.0.0/8 and ::1. */
export function isLoopback(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback';
}
