import type { PaymentMethod, ProviderMethod } from './provider.ts';

/** `prepaid`: the shop carries out the order only after the payment. */
export const offlineMethods = {
  pay_at_branch: { group: 'branch', prepaid: false },
  bank_transfer: { group: 'transfer', prepaid: true },
} as const satisfies Record<string, { group: PaymentMethod['group']; prepaid: boolean }>;

/** Means of payment at the desk. */
export const tenders = ['cash', 'card'] as const;

export type Tender = (typeof tenders)[number];

export type OfflineMethod = keyof typeof offlineMethods;

export function isOffline(id: string): id is OfflineMethod {
  return Object.hasOwn(offlineMethods, id);
}

export function transferMethods(): string[] {
  return Object.keys(offlineMethods).filter((id) => groupOf(id) === 'transfer');
}

export function notPrepaidMethods(): string[] {
  return Object.keys(offlineMethods).filter((id) => !isPrepaid(id));
}

export function isPrepaid(id: string): boolean {
  return !isOffline(id) || offlineMethods[id].prepaid;
}

export function groupOf(id: string): PaymentMethod['group'] {
  return isOffline(id) ? offlineMethods[id].group : onlineGroupOf(id);
}

/** Returns `preferred` if it is an offline method of this group, otherwise the group's default method. */
export function offlineMethodOf(group: 'branch' | 'transfer', preferred: string): OfflineMethod {
  if (isOffline(preferred) && offlineMethods[preferred].group === group) return preferred;
  return group === 'branch' ? 'pay_at_branch' : 'bank_transfer';
}

export function methodMessageKey(id: string): OfflineMethod | ProviderMethod['group'] {
  return isOffline(id) ? id : onlineGroupOf(id);
}

/** Returns `bank` for `montonio:paymentInitiation:EE:LHVBEE22`. */
function onlineGroupOf(id: string): ProviderMethod['group'] {
  if (id.includes(':paymentInitiation:')) return 'bank';
  return id.includes(':card') ? 'card' : 'pay_later';
}
