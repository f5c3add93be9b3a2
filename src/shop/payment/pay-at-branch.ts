import { addWorkingDays } from '../calendar.ts';
import type { PaymentProvider } from './provider.ts';

/** Cash or card where the tires are picked up. The tires wait there for some working days after the promised one. */
export const payAtBranch: PaymentProvider = {
  id: 'pay_at_branch',
  kind: 'offline',
  group: 'branch',
  prepaid: false,
  holdsUntil: ({ promisedOn }, { pickUpWorkingDays }, hours) => addWorkingDays(promisedOn, pickUpWorkingDays, hours),
  nextStep: () => ({ type: 'none' }),
};
