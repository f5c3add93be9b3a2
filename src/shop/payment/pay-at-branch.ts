import { addWorkingDays } from '../calendar.ts';
import type { OfflineProvider } from './offline-provider.ts';

/** Cash or card where the tires are picked up. The tires wait there for some working days after the promised one. */
export const payAtBranch: OfflineProvider = {
  id: 'pay_at_branch',
  group: 'branch',
  prepaid: false,
  holdsUntil: ({ promisedOn }, { pickUpWorkingDays }, hours) => addWorkingDays(promisedOn, pickUpWorkingDays, hours),
  nextStep: () => ({ type: 'none' }),
};
