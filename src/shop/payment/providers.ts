import { endOfDay } from '../calendar.ts';
import type { HoldTerms, ShopConfig } from '../shop-config.ts';
import { bankTransfer } from './bank-transfer.ts';
import { payAtBranch } from './pay-at-branch.ts';
import type { HoldStart, OfflineProvider } from './provider.ts';

export const offlineProviders = [payAtBranch, bankTransfer] as const satisfies readonly OfflineProvider[];

export type OfflineMethod = (typeof offlineProviders)[number]['id'];

export function offlineProviderOf(method: string): OfflineProvider | undefined {
  return offlineProviders.find(({ id }) => id === method);
}

export function isOffline(provider: string): boolean {
  return offlineProviderOf(provider) !== undefined;
}

/** `montonio` of `montonio:paymentInitiation:EE:LHVBEE22`; an offline method is its own provider. */
export function providerIdOf(method: string): string {
  return method.split(':', 1)[0] ?? method;
}

export function isPrepaid(method: string): boolean {
  return offlineProviderOf(method)?.prepaid ?? true;
}

export function holdEnd(method: string, start: HoldStart, terms: HoldTerms, hours: ShopConfig['hours']): Date {
  const offline = offlineProviderOf(method);
  if (offline) return endOfDay(offline.holdsUntil(start, terms, hours));
  return new Date(start.now.getTime() + terms.redirectMinutes * 60_000);
}
