import type { Tire } from '../catalog/tire/tire.ts';
import type { FittedTire } from './work.ts';

type TireWithoutCount = Omit<FittedTire, 'count'>;

/** The `season` of truck and racing tires is `truck` or `racing`, also if they are summer or winter tires. */
export function fittedTireOf({ size, season, marks }: Pick<Tire, 'size' | 'season' | 'marks'>): TireWithoutCount {
  return { rim: size.diameter, ...fromMarks(marks), needsSpecialist: season === 'truck' || season === 'racing' };
}

export type FittedRow = { diameter: number; marks: readonly string[]; vehicle: string; competition: boolean };

export function fittedTireOfRow({ diameter, marks, vehicle, competition }: FittedRow): TireWithoutCount {
  return { rim: diameter, ...fromMarks(marks), needsSpecialist: vehicle === 'truck' || competition };
}

const fromMarks = (marks: readonly string[]) => ({ runFlat: marks.includes('RF'), commercial: marks.includes('C') });
