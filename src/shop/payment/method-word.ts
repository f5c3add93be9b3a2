import type { ProviderMethod } from './provider.ts';
import type { OfflineMethod } from './providers.ts';

/** The key of a payment method in the messages: `bank` for `montonio:paymentInitiation:EE:LHVBEE22`. */
export function methodWord(id: string): OfflineMethod | ProviderMethod['group'] {
  if (!isPaidOnline(id)) return id as OfflineMethod;
  if (id.includes(':paymentInitiation:')) return 'bank';
  return /:card/.test(id) ? 'card' : 'pay_later';
}

export function isPaidOnline(id: string): boolean {
  return id.includes(':');
}
