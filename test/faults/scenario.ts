import type { FaultMeasurement } from './fault-measurement.ts';

/** One row of the table: a fault with its measurements, or why it could not be tried here. */
export type Row = { fault: string } & (FaultMeasurement | { impossible: string });

export type ScenarioOptions = {
  seed: number;
  /** The number of kills in the scenario that kills repeatedly. */
  kills: number;
};

/** Injects one kind of fault into shops that it starts itself; `closing` stops them afterwards. */
export type Scenario = {
  name: string;
  play(closing: AsyncDisposableStack, options: ScenarioOptions): Promise<Row[]>;
};
