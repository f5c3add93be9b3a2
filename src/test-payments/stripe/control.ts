import type { Taken } from '../books.ts';
import type { Fail } from '../faults.ts';
import type { WebhookMode } from '../webhooks.ts';
import type { Refund } from './sessions.ts';

/** `ref` is a session's id or its client reference, of a refund its id. What sends a webhook resolves when it is answered. */
export type StripeControl = {
  fail: Fail;
  webhooks: WebhookMode;
  webhookUrl: string | null;
  /** What a refund is when it is made. */
  refunds: Refund['status'];
  /** How many sessions there are, however often each was asked for. */
  readonly createdOrders: number;
  books(): Taken[];
  releaseWebhooks(ref: string): Promise<void>;
  pay(ref: string): Promise<void>;
  /** The session is complete and its money still under way. */
  authorize(ref: string): Promise<void>;
  /** The money under way does not come. */
  void(ref: string): Promise<void>;
  abandon(ref: string): Promise<void>;
  dispute(ref: string): Promise<void>;
  settleRefund(ref: string, state: 'succeeded' | 'failed'): Promise<void>;
  setAmount(ref: string, cents: number): void;
  /** A webhook with an event of the caller's own, signed as Stripe does. */
  signed(event: object): { body: string; headers: Record<string, string> };
};
