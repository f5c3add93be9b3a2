import type { Cents } from '../../../money.ts';

/** A price that rules change. `landedNet`: euros without VAT that one tire costs, null if not known; `marginPercent` of the new price. */
export type PriceMove = {
  tireId: string;
  title: string;
  size: string;
  before: Cents;
  after: Cents;
  percent: number;
  landedNet: number | null;
  marginPercent: number | null;
};

/** A price that the guard holds back: `wanted` is the one by the rules. */
export type HeldPrice = { tireId: string; title: string; size: string; price: Cents; wanted: Cents };

/** What rules would change. Counts are of tires; margins are of the whole stock, in cents without VAT. */
export type PricesPreview = {
  /** `prices apply` needs it. */
  hash: string;
  up: number;
  down: number;
  unchanged: number;
  /** Without a known cost they keep the price of their list. */
  withoutCost: number;
  /** Today's price is below the floor of the rules. */
  belowFloor: number;
  held: { total: number; rows: HeldPrice[] };
  margin: { before: Cents; after: Cents; pieces: number };
  moves: PriceMove[];
  /** Rules that match no tire, and rules that a wider one above them covers: `markup: cheap`. */
  neverMatched: string[];
  unreachable: string[];
};

/** Rules that were applied. `changed`: the number of prices. `areNone`: a return to the prices of the lists. */
export type ListedRules = {
  id: number;
  at: Date;
  actor: string;
  file: string;
  changed: number;
  areNone: boolean;
  undoneAt: Date | null;
};
