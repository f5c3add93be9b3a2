import type { Cents } from '../../../money.ts';

/** `landedNet`: the cost of a tire in euros without VAT, null if not known; `percent`: the change, negative if the price falls; `marginPercent`: of the new price. */
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

/** A tire whose new price, `wanted`, the guard holds back. */
export type HeldPrice = { tireId: string; title: string; size: string; price: Cents; wanted: Cents };

/** Counts are of tires (`withoutCost`: of unknown cost); `margin`: of all stock of known cost, cents without VAT. */
export type PricesPreview = {
  /** Of the rules and the price changes. `prices apply` takes it, to apply exactly what the owner has seen. */
  hash: string;
  up: number;
  down: number;
  unchanged: number;
  withoutCost: number;
  /** Tires with a current price below the floor of the rules. */
  belowFloor: number;
  held: { total: number; rows: HeldPrice[] };
  margin: { before: Cents; after: Cents; pieces: number };
  moves: PriceMove[];
  /** Rules that apply to no tire, by list and name: `markup: cheap`. `unreachable`: a rule above matches all their tires. */
  neverMatched: string[];
  unreachable: string[];
};

/** `changed`: the number of changed prices. `removesRules`: from then on, prices are those of the lists. */
export type ListedRules = {
  id: number;
  at: Date;
  actor: string;
  file: string;
  changed: number;
  removesRules: boolean;
  undoneAt: Date | null;
};
