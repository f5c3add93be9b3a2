import type { Timestamp } from './columns.ts';

export type FeedCounts = {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  removed: number;
  failed: number;
};

/** `tried_at`, `result`, `words` (why it failed): last attempt. The others: last import. `landed`: imported. */
export type SupplierFeeds = {
  supplier: string;
  tried_at: Timestamp;
  result: 'landed' | 'unchanged' | 'refused' | 'failed';
  words: string;
  landed_at: Timestamp | null;
  counts: FeedCounts | null;
  etag: string | null;
  last_modified: string | null;
  /** A hash of the declaration and VAT rate with which the list was read. */
  read_as: string | null;
};
