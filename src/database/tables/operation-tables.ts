import type { Timestamp } from './columns.ts';

export type OwnerAlerts = {
  /** What kind of trouble, and of what: `price-list latakko`. */
  trouble: string;
  /** What the letter said; empty once the trouble is over. */
  told: string;
  told_at: Timestamp;
};
