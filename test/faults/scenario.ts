import type { FaultMeasurement } from './fault-measurement.ts';

/** One row of the table: a fault with its measurements, or why it cannot be tested on this machine. */
export type Row = { fault: string } & (FaultMeasurement | { skipped: string });

export type ScenarioOptions = {
  seed: number;
  /** The number of kills in the scenario that kills repeatedly. */
  kills: number;
};

/** Injects one kind of fault into shops that it starts itself; `cleanup` stops them afterwards. */
export type Scenario = {
  name: string;
  play(cleanup: AsyncDisposableStack, options: ScenarioOptions): Promise<Row[]>;
};
