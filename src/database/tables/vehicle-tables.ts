import type { Identity } from './columns.ts';

/** Sizes as `205/55 R16`; null load and speed: not known. `oem`: from the factory. `winter`: for winter tires. */
export type VehicleFitments = {
  id: Identity;
  make: string;
  model: string;
  generation: string;
  from_year: number | null;
  to_year: number | null;
  engine: string;
  kw: number | null;
  front_size: string;
  front_load: string | null;
  front_speed: string | null;
  front_xl: boolean;
  /** Null: the same tires on both axles. */
  rear_size: string | null;
  rear_load: string | null;
  rear_speed: string | null;
  rear_xl: boolean;
  oem: boolean;
  winter: boolean;
  note: string;
};
