import { type Act, needsStepUp } from '../../../shop/staff/acts.ts';
import { useSession } from './queries.ts';

/** Whether the person may start an act. Everybody may start one with step-up, which an owner can then confirm. */
export function useMayStart(): (act: Act) => boolean {
  const { data: session } = useSession();
  return (act) => needsStepUp(act) || session?.person?.acts.includes(act) === true;
}
