import type { Generated } from 'kysely';
import type { Timestamp } from './columns.ts';

/** Requests for one mail as soon as a sold-out tire is on sale again. */
export type StockNotices = {
  /** The secret in the links of the mails. */
  id: Generated<string>;
  tire_id: string;
  email: string;
  locale: 'ee' | 'en' | 'ru';
  /** Pieces that must be free. */
  count: number;
  asked_at: Timestamp;
  /** Null: the address is not confirmed. */
  confirmed_at: Timestamp | null;
  /** When the tire was on sale again; the mail about it is on its way. */
  found_at: Timestamp | null;
};
