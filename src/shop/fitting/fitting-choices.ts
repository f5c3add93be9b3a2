import type { ShopConfig } from '../config/shop-config.ts';
import { vehicles } from '../config/vehicles.ts';
import { type FittedTire, type FittingJob, fittingOf, jobAt, type Vehicle, workOf } from './work.ts';

export type FittingChoice = FittingJob & { vehicle: Vehicle };

/** Leaves out the car if a tire has the mark C. Returns no choices if the job must be agreed by phone. */
export function fittingChoices(
  shopConfig: Pick<ShopConfig, 'branches' | 'fitting'>,
  branch: string,
  tires: readonly FittedTire[],
): FittingChoice[] {
  const fitting = fittingOf(shopConfig, branch);
  if (!fitting) return [];
  return vehicles.flatMap((vehicle) => {
    const work = workOf(tires, vehicle);
    const job = work?.vehicle === vehicle ? jobAt(fitting, work) : null;
    return job ? [{ vehicle, ...job }] : [];
  });
}
