import type { Cents } from '../money.ts';
import type { ShopConfig } from '../shop-config.ts';
import { baysFor, type FittedTire, fittingOf, minutesOf, priceOf, type Vehicle, workOf } from './work.ts';

const vehicles: readonly Vehicle[] = ['car', 'suv', 'van'];

/** `priceCents`: including VAT, paid at the branch. */
export type FittingChoice = { vehicle: Vehicle; minutes: number; priceCents: Cents };

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
    if (work?.vehicle !== vehicle || baysFor(fitting.bays, work).length === 0) return [];
    const minutes = minutesOf(fitting.works, work);
    const priceCents = priceOf(fitting.works, work);
    return minutes === null || priceCents === null ? [] : [{ vehicle, minutes, priceCents }];
  });
}
