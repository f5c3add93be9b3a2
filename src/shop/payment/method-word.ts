import type { PaymentMethod } from './payment.ts';

export type MethodWord = 'pay_at_branch' | 'bank_transfer' | Exclude<PaymentMethod['group'], 'branch' | 'transfer'>;

/** By what word a way to pay is known: `bank` for `montonio:paymentInitiation:EE:LHVBEE22`. */
export function methodWord(id: string): MethodWord {
  if (id === 'pay_at_branch' || id === 'bank_transfer') return id;
  if (id.includes(':paymentInitiation:')) return 'bank';
  return /:card/.test(id) ? 'card' : 'pay_later';
}

/** The buyer is sent to a provider, whose answer may come at any moment. */
export function isPaidOnline(id: string): boolean {
  return id.includes(':');
}
