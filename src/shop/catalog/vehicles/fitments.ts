import type { Size } from '../tire/size.ts';

/** `minLoad`, `minSpeed`: the lowest load index (for one tire at each end of the axle) and the lowest speed symbol that the car allows; null: not known. `xl`: needs XL tires. `commercial`: needs van tires (C). */
export type FittedAxle = {
  size: Size & { text: string };
  minLoad: number | null;
  minSpeed: string | null;
  xl: boolean;
  commercial: boolean;
};

/** `rear` null: the same tires on both axles. `oem`: a size from the factory. `winter`: for winter tires. `source`: where the sizes come from; `owner`: a list that the shop's owner imported. */
export type FitmentSet = {
  front: FittedAxle;
  rear: FittedAxle | null;
  oem: boolean;
  winter: boolean;
  note: string;
  source: 'owner';
};

/** The generation or engine of a car whose source does not state it. */
export const notStated = '–';

/** `generation`, `engine`: texts that visitors choose: `VII (2012–2020)`, `1.6 TDI 81 kW`, or `notStated`. */
export type Vehicle = { make: string; model: string; generation: string; engine: string };

export type FitmentProvider = {
  makes(): Promise<string[]>;
  models(make: string): Promise<string[]>;
  vehicles(make: string, model: string): Promise<Vehicle[]>;
  /** Returns all sets of a car, those from the factory first. */
  fitments(vehicle: Vehicle): Promise<FitmentSet[]>;
};
