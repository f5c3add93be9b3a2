import type { Bay } from '../config/fitting-fields.ts';
import type { Branch, ShopConfig } from '../config/shop-config.ts';
import type { vehicles } from '../config/vehicles.ts';
import { type Cents, toCents } from '../money.ts';

export type Vehicle = (typeof vehicles)[number];

/** `rim`: in inches. `commercial`: with the mark C. `needsSpecialist`: truck and racing tires. */
export type FittedTire = {
  count: number;
  rim: number;
  runFlat: boolean;
  commercial: boolean;
  needsSpecialist: boolean;
};

/** What a bay has to do. `rim`: the largest, in inches. */
export type Work = { vehicle: Vehicle; wheels: number; rim: number; runFlat: boolean };

const wheelsOfCar = 4;

/** Returns null if the work must be agreed by phone. A car with tires of the mark C counts as a van. */
export function workOf(tires: readonly FittedTire[], vehicle: Vehicle): Work | null {
  const wheels = tires.reduce((sum, { count }) => sum + count, 0);
  if (wheels === 0 || wheels > wheelsOfCar || tires.some(({ needsSpecialist }) => needsSpecialist)) return null;
  const isCommercial = tires.some(({ commercial }) => commercial);
  return {
    vehicle: isCommercial && vehicle === 'car' ? 'van' : vehicle,
    wheels,
    rim: Math.max(...tires.map(({ rim }) => rim)),
    runFlat: tires.some(({ runFlat }) => runFlat),
  };
}

/** `works`: the list of fitting jobs with their prices; that of the branch, otherwise that of the shop. */
export type BranchFitting = Required<NonNullable<Branch['fitting']>>;

export function fittingOf(
  { branches, fitting }: Pick<ShopConfig, 'branches' | 'fitting'>,
  branchId: string,
): BranchFitting | null {
  const branchFitting = branches.find(({ id }) => id === branchId)?.fitting;
  const works = branchFitting?.works ?? fitting?.works;
  return branchFitting && works ? { ...branchFitting, windows: branchFitting.windows ?? {}, works } : null;
}

export type FittingJob = { minutes: number; priceCents: Cents };

/** Null: `works` has no entry for the job or no bay can do it, so it must be agreed by phone. The price has VAT. */
export function jobAt({ works, bays }: Pick<BranchFitting, 'works' | 'bays'>, work: Work): FittingJob | null {
  const { vehicle, wheels, rim, runFlat } = work;
  const entry = works.find(
    (candidate) =>
      candidate.vehicles.includes(vehicle) &&
      wheels <= candidate.wheels &&
      rim <= candidate.maxRim &&
      runFlat === (candidate.runFlat ?? false),
  );
  if (!entry || baysFor(bays, work).length === 0) return null;
  return { minutes: entry.minutes, priceCents: toCents(entry.euros) };
}

export const selectableMinutes: readonly number[] = Array.from({ length: 16 }, (_, index) => (index + 1) * 15);

/** `priceCents` null: an employee agreed the minutes, so the price is agreed at the branch. */
export type DeskJob = { minutes: number; priceCents: Cents | null };

/** As `jobAt`, but with `minutes` if an employee has agreed them; then `works` needs no entry for the job. */
export function deskJobAt(
  fitting: Pick<BranchFitting, 'works' | 'bays'>,
  work: Work,
  minutes: number | undefined,
): DeskJob | null {
  if (minutes === undefined) return jobAt(fitting, work);
  return baysFor(fitting.bays, work).length === 0 ? null : { minutes, priceCents: null };
}

/** Returns the least capable bays first, so that the other bays stay free for larger jobs. */
export function baysFor(bays: readonly Bay[], { vehicle, rim }: Pick<Work, 'vehicle' | 'rim'>): Bay[] {
  return bays
    .filter((bay) => rim <= bay.maxRim && (vehicle !== 'van' || bay.vans))
    .toSorted((a, b) => Number(a.vans) - Number(b.vans) || a.maxRim - b.maxRim || a.id - b.id);
}
