import { createHmac, timingSafeEqual } from 'node:crypto';

/** `until`: expiry in seconds since 1970; `sign`: an HMAC as base64url. */
type Signed = { until: string; sign: string };

function hmacOf(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest().subarray(0, 16);
}

export function signatureOf(key: Buffer, text: string): string {
  return hmacOf(key, text).toString('base64url');
}

/** Whether `sign` is the signature of `text`, and `until` is not over. `text` must contain `until`, so that nobody can change it. */
export function isSignedLink(key: Buffer, text: string, { until, sign }: Signed, now: Date): boolean {
  const given = Buffer.from(sign, 'base64url');
  const expected = hmacOf(key, text);
  const matches = given.length === expected.length && timingSafeEqual(given, expected);
  return matches && Number(until) * 1000 > now.getTime();
}
