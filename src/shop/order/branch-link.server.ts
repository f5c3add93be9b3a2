import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a branch can use the link in its letter, in ms. */
const validMs = 60 * 24 * 60 * 60 * 1000;

/** What a link to the branch's page of an order carries. `until`: seconds since 1970. */
export type BranchLink = { order: string; until: string; sign: string };

function signature(key: Buffer, order: string, until: string): Buffer {
  return createHmac('sha256', key).update(`branch ${order} ${until}`).digest().subarray(0, 16);
}

/** A link with which a branch opens and marks one order, without a login, for 60 days. */
export function branchLink(key: Buffer, order: string, now: Date): BranchLink {
  const until = `${Math.floor((now.getTime() + validMs) / 1000)}`;
  return { order, until, sign: signature(key, order, until).toString('base64url') };
}

/** Whether a link is one of ours and its time is not over; compares in constant time. */
export function isBranchLink(key: Buffer, { order, until, sign }: BranchLink, now: Date): boolean {
  const given = Buffer.from(sign, 'base64url');
  const right = signature(key, order, until);
  const equal = given.length === right.length && timingSafeEqual(given, right);
  return equal && Number(until) * 1000 > now.getTime();
}
