import { createHmac, timingSafeEqual } from 'node:crypto';

const linkValidMs = 60 * 24 * 60 * 60 * 1000;

/** `until`: expiry in seconds since 1970; `from`: the sending branch; `sign`: an HMAC as base64url. */
export type BranchLink = { order: string; until: string; from?: string; sign: string };

function signature(key: Buffer, { order, until, from }: Omit<BranchLink, 'sign'>): Buffer {
  const text = from ? `transfer ${order} ${until} ${from}` : `branch ${order} ${until}`;
  return createHmac('sha256', key).update(text).digest().subarray(0, 16);
}

/** Returns a link that opens one order without a login, for 60 days: for its branch, or with `sendingBranch` for the branch that sends tires of it. */
export function branchLink(key: Buffer, order: string, now: Date, sendingBranch?: string): BranchLink {
  const until = `${Math.floor((now.getTime() + linkValidMs) / 1000)}`;
  const link = { order, until, ...(sendingBranch && { from: sendingBranch }) };
  return { ...link, sign: signature(key, link).toString('base64url') };
}

export function isBranchLink(key: Buffer, { sign, ...link }: BranchLink, now: Date): boolean {
  const givenSignature = Buffer.from(sign, 'base64url');
  const expectedSignature = signature(key, link);
  const matches =
    givenSignature.length === expectedSignature.length && timingSafeEqual(givenSignature, expectedSignature);
  return matches && Number(link.until) * 1000 > now.getTime();
}
