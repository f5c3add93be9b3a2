import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` of a body, by hand: what the shop does with the SDK is to be checked by something else. */
export function signature(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
