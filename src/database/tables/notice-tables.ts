import type { Generated } from 'kysely';
import type { Timestamp } from './columns.ts';

/** Requests for a mail once `count` pieces are on sale. `confirmed_at` null: the address is not confirmed. */
export type StockNotices = {
  /** The secret in the links of the mails. */
  id: Generated<string>;
  tire_id: string;
  email: string;
  locale: 'ee' | 'en' | 'ru';
  count: number;
  asked_at: Timestamp;
  confirmed_at: Timestamp | null;
  /** When the tire was on sale again, so that the mail was enqueued. */
  found_at: Timestamp | null;
};
