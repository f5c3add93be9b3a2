import { addWorkingDays } from '../calendar.ts';
import type { OfflineProvider } from './provider.ts';

/** Cash or card at the pick-up. Tires are held for some working days after the promised one. */
export const payAtBranch = {
  id: 'pay_at_branch',
  group: 'branch',
  prepaid: false,
  holdsUntil: ({ promisedOn }, { pickUpWorkingDays }, hours) => addWorkingDays(promisedOn, pickUpWorkingDays, hours),
  nextStep: () => ({ type: 'none' }),
} as const satisfies OfflineProvider;
