import type { Day } from '../../calendar.ts';
import type { Cents } from '../../money.ts';
import type { RedirectProviderId } from '../../redirect-providers.ts';

/** A provider's money in a month: `closing` = `opening` + `in` − `out` (to buyers) − `fee` − `payout` (to the bank). */
export type ClearingAccount = {
  provider: RedirectProviderId;
  openingCents: Cents;
  inCents: Cents;
  outCents: Cents;
  feeCents: Cents;
  payoutCents: Cents;
  closingCents: Cents;
};

/** `reference`: the provider's invoice. `cents`: negative if the provider gave a fee back. */
export type ProviderFee = { id: number; provider: RedirectProviderId; day: Day; cents: Cents; reference: string };

/** A payout in the bank's statement. `month`: the first day of the month to which it belongs. */
export type Payout = { id: number; provider: RedirectProviderId; day: Day; month: Day; cents: Cents; bankId: string };
