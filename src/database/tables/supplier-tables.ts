import type { Timestamp } from './columns.ts';

export type FeedCounts = {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  removed: number;
  failed: number;
};

/**
 * The last attempt to fetch a supplier's list (`tried_at`, `result`, and in `words` why it failed), and its last list that was
 * imported (the other columns). `landed` is the stored word for imported.
 */
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
