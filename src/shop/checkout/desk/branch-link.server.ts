import { isSignedLink, signatureOf } from '../signed-link.server.ts';

const linkValidMs = 60 * 24 * 60 * 60 * 1000;

/** `until`: expiry in seconds since 1970; `from`: the sending branch; `sign`: an HMAC as base64url. */
export type BranchLink = { order: string; until: string; from?: string; sign: string };

function signedText({ order, until, from }: Omit<BranchLink, 'sign'>): string {
  return from ? `transfer ${order} ${until} ${from}` : `branch ${order} ${until}`;
}

/** Returns a link that opens one order without a login, for 60 days: for its branch, or with `sendingBranch` for the branch that sends tires of it. */
export function branchLink(key: Buffer, order: string, now: Date, sendingBranch?: string): BranchLink {
  const until = `${Math.floor((now.getTime() + linkValidMs) / 1000)}`;
  const link = { order, until, ...(sendingBranch && { from: sendingBranch }) };
  return { ...link, sign: signatureOf(key, signedText(link)) };
}

export function isBranchLink(key: Buffer, link: BranchLink, now: Date): boolean {
  return isSignedLink(key, signedText(link), link, now);
}
