import type { Taken } from './books.ts';
import type { Fail } from './faults.ts';
import type { WebhookMode } from './webhooks.ts';

/**
 * What a test does at a double. `ref` is the provider's id of a payment or the shop's word for it, of a refund its id.
 * What sends a webhook resolves when it is answered.
 */
export type Control = {
  fail: Fail;
  webhooks: WebhookMode;
  /** How many payments there are, however often each was asked for. */
  readonly createdOrders: number;
  books(): Taken[];
  releaseWebhooks(ref: string): Promise<void>;
  pay(ref: string): Promise<void>;
  /** The buyer is done and the money still under way. */
  authorize(ref: string): Promise<void>;
  /** The money under way does not come. */
  void(ref: string): Promise<void>;
  abandon(ref: string): Promise<void>;
  settleRefund(ref: string, state: 'succeeded' | 'failed'): Promise<void>;
  setAmount(ref: string, cents: number): void;
  /** A webhook with an event or claims of the caller's own, signed as the provider does. */
  signed(content: object): { body: string; headers: Record<string, string> };
};
