import type { Timestamp } from './columns.ts';

export type FeedCounts = {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  removed: number;
  failed: number;
};

/** The last attempt to fetch a list. `words`: why it failed; of a refused list, the `ImportRefusal` as JSON (an English text if an earlier version stored it). `landed_at` and below: the last imported list. */
export type SupplierFeeds = {
  supplier: string;
  tried_at: Timestamp;
  result: 'landed' | 'unchanged' | 'refused' | 'failed';
  words: string;
  landed_at: Timestamp | null;
  counts: FeedCounts | null;
  etag: string | null;
  last_modified: string | null;
  /** A hash of all that decides how the list is read, such as suppliers.config.ts and the VAT rate. */
  read_as: string | null;
};

/** A picture that a supplier's list offers, and the last attempt to fetch it. `photo`: the photograph's id. */
export type SupplierPictures = {
  supplier: string;
  supplier_sku: string;
  url: string;
  tried_at: Timestamp | null;
  /** `spare`: not shown, because another picture of the tire model is preferred. */
  result: 'shown' | 'spare' | 'refused' | 'failed' | null;
  reason: string | null;
  photo: string | null;
  etag: string | null;
  last_modified: string | null;
};

/** Suppliers whose photographs were all removed. None are fetched until the supplier declares a licence that is not one of `licences`. */
export type PictureDrops = { supplier: string; licences: string[]; dropped_at: Timestamp; dropped_by: string };
