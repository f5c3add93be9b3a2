import { z } from 'zod';
import { weekdays } from '../calendar.ts';
import { hours, isUnique, numberBetween, wholeNumberFrom } from './fields.ts';
import { vehicles } from './vehicles.ts';

/** The first entry that fits applies: up to `wheels` wheels, and rims up to `maxRim` inches. `runFlat`: only for run-flat tires; absent or false: only for other tires. */
const fittingWork = z.strictObject({
  vehicles: z.array(z.enum(vehicles, { error: 'must be car, suv or van' })).min(1, { error: 'must have a vehicle' }),
  wheels: numberBetween(1, 4, 'must be a number of wheels from 1 to 4'),
  maxRim: numberBetween(10, 30, 'must be a rim from 10 to 30 inches'),
  runFlat: z.boolean().optional(),
  minutes: numberBetween(15, 240, 'must be from 15 to 240 minutes').multipleOf(15, {
    error: 'must be whole quarters of an hour',
  }),
  euros: numberBetween(0, 1000, 'must be a price in euros'),
});

export const fittingWorks = z.array(fittingWork).min(1, { error: 'must have an entry' });

const bay = z.strictObject({
  id: wholeNumberFrom(1),
  /** Buyers can book the bay. Otherwise it is kept for phone calls, walk-ins and punctures. */
  online: z.boolean(),
  maxRim: numberBetween(10, 30, 'must be a rim from 10 to 30 inches'),
  vans: z.boolean(),
});

export const branchFitting = z.strictObject({
  bays: z
    .array(bay)
    .min(1, { error: 'must have a bay' })
    .refine((bays) => isUnique(bays.map(({ id }) => `${id}`)), { error: 'must have unique ids' }),
  /** Fitting hours by weekday where they differ from the opening hours; null: no fitting. On a weekend day without opening hours, the
   * branch opens during its fitting hours, for buyers who book before 14:00 on the previous working day. */
  windows: z.partialRecord(z.enum(weekdays), hours.nullable()).optional(),
  works: fittingWorks.optional(),
});

export type Bay = z.output<typeof bay>;
export type FittingWork = z.output<typeof fittingWork>;

type ConfigOfFitting = {
  branches: { services: readonly string[]; fitting?: z.output<typeof branchFitting> | undefined }[];
  fitting?: { works: FittingWork[] } | undefined;
};

/** Reports missing settings, and entries of `works` that never apply because an earlier entry covers them. */
export function fittingFaults({
  branches,
  fitting: shopFitting,
}: ConfigOfFitting): { path: PropertyKey[]; message: string }[] {
  return branches.flatMap(({ fitting, services }, branchIndex) => {
    if (!fitting) return [];
    const path = ['branches', branchIndex, 'fitting'];
    const works = fitting.works ?? shopFitting?.works;
    if (!works) return [{ path, message: 'must have `works`, here or in `fitting` of the shop' }];
    const faults: { path: PropertyKey[]; message: string }[] = [];
    if (!services.includes('fitting')) {
      const message = 'must include fitting, because the branch has bays for it';
      faults.push({ path: ['branches', branchIndex, 'services'], message });
    }
    for (const [index, work] of works.entries()) {
      if (works.slice(0, index).some((earlier) => covers(earlier, work)))
        faults.push({ path: [...path, 'works', index], message: 'is never used, because an earlier entry covers it' });
    }
    return faults;
  });
}

function covers(earlier: FittingWork, work: FittingWork): boolean {
  return (
    work.vehicles.every((vehicle) => earlier.vehicles.includes(vehicle)) &&
    work.wheels <= earlier.wheels &&
    work.maxRim <= earlier.maxRim &&
    (work.runFlat ?? false) === (earlier.runFlat ?? false)
  );
}
