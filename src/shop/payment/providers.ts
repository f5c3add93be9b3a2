import { bankTransfer } from './bank-transfer.ts';
import { payAtBranch } from './pay-at-branch.ts';
import type { PaymentProvider } from './provider.ts';

/** The ways to pay, in the order in which they are offered. */
export const paymentProviders: readonly PaymentProvider[] = [payAtBranch, bankTransfer];

/** The provider of a payment method; undefined when the shop does not offer it. */
export function providerOf(method: string): PaymentProvider | undefined {
  return paymentProviders.find(({ id }) => id === method);
}
