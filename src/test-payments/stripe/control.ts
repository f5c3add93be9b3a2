import type { Control } from '../control.ts';
import type { Refund } from './sessions.ts';

export type StripeControl = Control & {
  webhookUrl: string | null;
  /** What a refund is when it is made. */
  refunds: Refund['status'];
  dispute(ref: string): Promise<void>;
};
