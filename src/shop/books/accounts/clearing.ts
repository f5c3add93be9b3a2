import type { Day } from '../../calendar.ts';
import type { Cents } from '../../money.ts';

/** The payment providers that hold the shop's money until they pay it out. */
export const clearingProviders = ['montonio', 'stripe'] as const;

export type ClearingProvider = (typeof clearingProviders)[number];

/** The money that a provider holds, in a month: `closing` is `opening` + `in` (from buyers) − `out` (to buyers) − `fee` − `payout` (to the bank). */
export type ClearingAccount = {
  provider: ClearingProvider;
  openingCents: Cents;
  inCents: Cents;
  outCents: Cents;
  feeCents: Cents;
  payoutCents: Cents;
  closingCents: Cents;
};

/** `reference`: the provider's invoice. `cents`: negative if the provider gave a fee back. */
export type ProviderFee = { id: number; provider: ClearingProvider; day: Day; cents: Cents; reference: string };

/** A payout in the bank's statement. `month`: the first day of the month to which it belongs. */
export type Payout = { id: number; provider: ClearingProvider; day: Day; month: Day; cents: Cents; bankId: string };
