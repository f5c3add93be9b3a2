import type { Timestamp } from './columns.ts';

export type FeedCounts = {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  removed: number;
  failed: number;
};

export type SupplierFeeds = {
  supplier: string;
  tried_at: Timestamp;
  result: 'landed' | 'unchanged' | 'refused' | 'failed';
  words: string;
  landed_at: Timestamp | null;
  counts: FeedCounts | null;
  etag: string | null;
  last_modified: string | null;
  read_as: string | null;
};
