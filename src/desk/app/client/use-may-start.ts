import { type Act, needsStepUp } from '../../../shop/staff/acts.ts';
import { useSession } from './queries.ts';

/** Returns a function that tells whether the person may start an act. Everybody may start one that needs a step-up, because an owner can confirm it on any screen. */
export function useMayStart(): (act: Act) => boolean {
  const { data: session } = useSession();
  return (act) => needsStepUp(act) || session?.person?.acts.includes(act) === true;
}
