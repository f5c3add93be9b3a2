import type { Figure } from './results/figure.ts';

/** What the measuring sections are told. */
export type Options = {
  /** How long each rate is measured, after a warm-up of a quarter of it. */
  seconds: number;
};

/** Measures one part of the shop; says meanwhile what a table does not show. */
export type Section = (options: Options) => Promise<Figure[]>;
