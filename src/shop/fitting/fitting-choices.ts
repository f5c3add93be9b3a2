import type { ShopConfig } from '../config/shop-config.ts';
import { type FittedTire, fittingOf, type Job, jobAt, type Vehicle, workOf } from './work.ts';

const vehicles: readonly Vehicle[] = ['car', 'suv', 'van'];

export type FittingChoice = Job & { vehicle: Vehicle };

/**
 * Returns what fitting these tires takes and costs at a branch, for each vehicle whose appointment a buyer can book. Without a car if
 * the tires are for vans only. Empty: agreed by phone.
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
