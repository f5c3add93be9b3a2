import type { Day } from '../../calendar.ts';
import type { Cents } from '../../money.ts';

/** Days in Tallinn, both included. `branch`: only orders of this branch. */
export type Period = { from: Day; to: Day; branch?: string | undefined };

/** `size` is without load and speed index: `205/55 R16`. */
export const groupings = ['day', 'branch', 'brand', 'size'] as const;

export type Grouping = (typeof groupings)[number];

/** `key`: the value of the grouping. If the grouping is brand or size, null stands for refunds of tires that buyers keep, because these name no tire. `soldCents`, `returnedCents` and
 * `refundedCents` include VAT; `grossCents` is sold less returned and refunded; `netCents` is the same without VAT. */
export type SalesRow = {
  key: string | null;
  soldPieces: number;
  returnedPieces: number;
  soldCents: Cents;
  returnedCents: Cents;
  refundedCents: Cents;
  grossCents: Cents;
  netCents: Cents;
};

/** Amounts are without VAT. `estimatedPieces`: with costs from price lists, not from purchases. `costCents` and `marginCents` leave out pieces of unknown cost. */
export type MarginRow = {
  key: string | null;
  pieces: number;
  netCents: Cents;
  costCents: Cents;
  marginCents: Cents;
  estimatedPieces: number;
  unknownPieces: number;
  unknownNetCents: Cents;
};

/** `branch` null: in transit between branches. `unknownPieces`: those of unknown cost; `atSalePriceCents`: their sale prices without VAT. `apartPieces`: not for sale, not valued. */
export type StockValueRow = {
  branch: string | null;
  pieces: number;
  costCents: Cents;
  estimatedPieces: number;
  unknownPieces: number;
  atSalePriceCents: Cents;
  apartPieces: number;
};

/** `restsDue`: overdue balances of changed orders. */
export type Late = {
  orders: { number: string; promisedOn: Day; expectedOn: Day | null; missingPieces: number }[];
  transfers: { id: number; number: string; from: string; to: string; state: 'requested' | 'sent' }[];
  restsDue: { number: string; missingCents: Cents }[];
  purchasesUnanswered: { number: string; supplier: string }[];
};

/** Page views. `referrers`: hosts of other sites, at most 50, the most frequent first. */
export type Visits = {
  total: number;
  days: { day: Day; views: number }[];
  pages: { page: string; views: number }[];
  referrers: { referrer: string; views: number }[];
};
