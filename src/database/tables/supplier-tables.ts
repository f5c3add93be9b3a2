import type { Timestamp } from './columns.ts';

export type FeedCounts = {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  removed: number;
  failed: number;
};

/** The last attempt to fetch each supplier's list (`words`: why it failed), and the last list that was imported (`landed`). */
export type SupplierFeeds = {
  supplier: string;
  tried_at: Timestamp;
  result: 'landed' | 'unchanged' | 'refused' | 'failed';
  words: string;
  landed_at: Timestamp | null;
  counts: FeedCounts | null;
  etag: string | null;
  last_modified: string | null;
  /** A hash of the settings with which the list was read. */
  read_as: string | null;
};
