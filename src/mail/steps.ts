import { leadDaysOf } from '../shop/order/lead-days.ts';
import { branchOf, placeName } from './branch.ts';
import type { Letter } from './letter.ts';
import type { Words } from './words.ts';

/** What the buyer does and what happens, in order, with days. */
export function stepsOf({ order, next, paid, facts }: Letter, { letter, success, day }: Words): string[] {
  const branch = placeName(order.branch, facts);
  const steps: string[] = [];
  if (next.type === 'instructions') steps.push(success('stepTransfer', { day: day(next.dueOn) }));
  if (next.type === 'redirect' || next.type === 'retry') steps.push(letter('stepPayOnline'));
  const fitting = order.fulfilment === 'fitting';
  // The shop sets about an order that is paid by transfer when the money is there.
  if (next.type === 'instructions') {
    steps.push(success(fitting ? 'stepFittingAfter' : 'stepPickupAfter', { branch, days: leadDaysOf(order) }));
  } else {
    steps.push(success(fitting ? 'stepFitting' : 'stepPickup', { branch, day: day(order.promisedOn) }));
  }
  if (order.paymentMethod === 'pay_at_branch' && !paid) {
    steps.push(success('stepPayHere', { day: day(order.heldUntil) }));
  }
  return steps;
}

/** That the tires are at the branch, and how they are had. */
export function readyText({ order, facts }: Letter, { letter: t }: Words): string {
  const branch = placeName(order.branch, facts);
  if (order.fulfilment === 'pickup') return t('readyPickup', { branch });
  return t('readyFitting', { branch, phone: branchOf(order.branch, facts)?.phone ?? facts.phones[0] });
}
