import type { Tire } from '../catalog/tire/tire.ts';
import type { FittedTire } from './work.ts';

type Fitted = Omit<FittedTire, 'count'>;

/** Returns the properties of a catalogue tire on which its fitting depends. */
export function fittedTireOf({ size, season, marks }: Pick<Tire, 'size' | 'season' | 'marks'>): Fitted {
  return { rim: size.diameter, ...fromMarks(marks), bySpecialists: season === 'truck' || season === 'racing' };
}

export type FittedRow = { diameter: number; marks: readonly string[]; vehicle: string; competition: boolean };

/** As `fittedTireOf`, for a row of `tires`. */
export function fittedTireOfRow({ diameter, marks, vehicle, competition }: FittedRow): Fitted {
  return { rim: diameter, ...fromMarks(marks), bySpecialists: vehicle === 'truck' || competition };
}

const fromMarks = (marks: readonly string[]) => ({ runFlat: marks.includes('RF'), commercial: marks.includes('C') });
