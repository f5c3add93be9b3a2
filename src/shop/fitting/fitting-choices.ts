import type { ShopConfig } from '../config/shop-config.ts';
import { type FittedTire, fittingOf, type Job, jobAt, type Vehicle, workOf } from './work.ts';

const vehicles: readonly Vehicle[] = ['car', 'suv', 'van'];

export type FittingChoice = Job & { vehicle: Vehicle };

/**
 * Returns duration and price of fitting these tires at a branch, for each vehicle for which a buyer can book an appointment. The car is
 * left out if the tires are for vans only. Empty: the job must be agreed by phone.
 */
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
