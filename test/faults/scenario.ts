import type { Measured } from './measured.ts';

/** One row of the table: a fault, and what was seen of it, or why it could not be tried here. */
export type Row = { fault: string } & (Measured | { impossible: string });

export type Terms = {
  seed: number;
  /** How often a process is killed where it is killed often. */
  kills: number;
};

/** Hurts shops of its own in one way. What it starts goes with `closing`. */
export type Scenario = {
  name: string;
  /** Each gives a row, or several. */
  play(closing: AsyncDisposableStack, terms: Terms): Promise<Row[]>;
};
