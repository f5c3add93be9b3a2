import type { Day } from '../../calendar.ts';
import type { Cents } from '../../money.ts';

/** The payment providers that hold money for the shop until they pay it out. */
export const clearingProviders = ['montonio', 'stripe'] as const;

export type ClearingProvider = (typeof clearingProviders)[number];

/** Money that a provider holds for the shop in a month: `closing` is `opening` + `in` − `out` − `fee` − `payout`. */
export type ClearingAccount = {
  provider: ClearingProvider;
  openingCents: Cents;
  /** What buyers paid. */
  inCents: Cents;
  /** What was paid back to buyers. */
  outCents: Cents;
  feeCents: Cents;
  /** What came to the bank account, by its statements. */
  payoutCents: Cents;
  closingCents: Cents;
};

/** A fee of a provider. `reference`: its invoice. `cents`: negative if it gave a fee back. */
export type ProviderFee = { id: number; provider: ClearingProvider; day: Day; cents: Cents; reference: string };

/** A payout, as the bank's statement has it. `month`: the first day of the month to which it belongs. */
export type Payout = { id: number; provider: ClearingProvider; day: Day; month: Day; cents: Cents; bankId: string };
