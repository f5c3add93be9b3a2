import { endOfDay } from '../calendar.ts';
import type { HoldTerms, ShopFacts } from '../shop-facts.ts';
import { bankTransfer } from './bank-transfer.ts';
import type { OfflineProvider, Placing } from './offline-provider.ts';
import { payAtBranch } from './pay-at-branch.ts';

/** The ways to pay that the shop always has, in the order in which they are offered. */
export const offlineProviders: readonly OfflineProvider[] = [payAtBranch, bankTransfer];

/** The offline way to pay of a method; undefined for a method of a provider to which the buyer is sent. */
export function offlineProviderOf(method: string): OfflineProvider | undefined {
  return offlineProviders.find(({ id }) => id === method);
}

export function isOffline(provider: string): boolean {
  return offlineProviderOf(provider) !== undefined;
}

/** Who takes the money of a method: `montonio` of `montonio:paymentInitiation:EE:LHVBEE22`. */
export function providerIdOf(method: string): string {
  return method.split(':', 1)[0] ?? method;
}

/** The order is confirmed only by its payment. */
export function isPrepaid(method: string): boolean {
  return offlineProviderOf(method)?.prepaid ?? true;
}

/** The moment at which an order that is still unpaid lets its tires go. */
export function holdEnd(method: string, placing: Placing, terms: HoldTerms, hours: ShopFacts['hours']): Date {
  const offline = offlineProviderOf(method);
  if (offline) return endOfDay(offline.holdsUntil(placing, terms, hours));
  return new Date(placing.now.getTime() + terms.redirectMinutes * 60_000);
}
