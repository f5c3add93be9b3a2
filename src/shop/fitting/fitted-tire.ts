import type { Tire } from '../catalog/tire/tire.ts';
import type { FittedTire } from './work.ts';

/** The `season` of truck and racing tires is `truck` or `racing`, also if they are summer or winter tires. */
export function fittedTireOf({
  count,
  size,
  season,
  marks,
}: Counted<Pick<Tire, 'size' | 'season' | 'marks'>>): FittedTire {
  const needsSpecialist = season === 'truck' || season === 'racing';
  return { count, rim: size.diameter, ...fromMarks(marks), needsSpecialist };
}

export type FittedRow = { diameter: number; marks: readonly string[]; vehicle: string; competition: boolean };

export function fittedTireOfRow({ count, diameter, marks, vehicle, competition }: Counted<FittedRow>): FittedTire {
  return { count, rim: diameter, ...fromMarks(marks), needsSpecialist: vehicle === 'truck' || competition };
}

type Counted<T> = T & { count: number };

const fromMarks = (marks: readonly string[]) => ({ runFlat: marks.includes('RF'), commercial: marks.includes('C') });
