import { ibanInFours } from '../shop/check-digits.ts';
import { arrivalDay, leadDaysOf } from '../shop/order/order.ts';
import type { NextStep } from '../shop/order/order-view.ts';
import { isPrepaid } from '../shop/payment/payment-methods.ts';
import type { Branch, ShopConfig } from '../shop/shop-config.ts';
import type { MailContent } from './mail.ts';
import type { Words } from './messages.ts';

export function branchOf(id: string, { branches }: ShopConfig): Branch | undefined {
  return branches.find((branch) => branch.id === id);
}

/** Returns the name of a branch. Of a supplier or a former branch, which have no name, returns the id. */
export function placeName(id: string, shopConfig: ShopConfig): string {
  return branchOf(id, shopConfig)?.name ?? id;
}

export function addressOf({ name, street, postalCode, city }: Branch): string {
  return `${name}, ${street}, ${postalCode} ${city}`;
}

/** Returns what happens next with an order, one sentence a step. */
export function stepsOf({ order, next, paid, shopConfig }: MailContent, { mail, success, day }: Words): string[] {
  const branch = placeName(order.branch, shopConfig);
  const steps: string[] = [];
  if (next.type === 'instructions') steps.push(success('stepTransfer', { day: day(next.dueOn) }));
  if (next.type === 'redirect' || next.type === 'retry') steps.push(mail('stepPayOnline'));
  const fitting = order.fulfilment === 'fitting';
  const arrival = arrivalDay(order);
  // The lead time of a prepaid order starts when the money arrives, so no day can be named.
  if (next.type !== 'none') {
    steps.push(success(fitting ? 'stepFittingAfter' : 'stepPickupAfter', { branch, days: leadDaysOf(order) }));
  } else if (arrival !== null) {
    steps.push(success(fitting ? 'stepFitting' : 'stepPickup', { branch, day: day(arrival) }));
  }
  if (!isPrepaid(order.paymentMethod) && !paid) {
    steps.push(success('stepPayHere', { day: day(order.heldUntil) }));
  }
  return steps;
}

export function readyText({ order, shopConfig }: MailContent, { mail: t }: Words): string {
  const branch = placeName(order.branch, shopConfig);
  if (order.fulfilment === 'pickup') return t('readyPickup', { branch });
  return t('readyFitting', { branch, phone: branchOf(order.branch, shopConfig)?.phone ?? shopConfig.phones[0] });
}

type Transfer = Extract<NextStep, { type: 'instructions' }>;

export function transferRows({ transfer, money }: Words, next: Transfer, number: string): [string, string][] {
  return [
    [transfer('holder'), next.holder],
    [transfer('iban'), ibanInFours(next.iban)],
    [transfer('bank'), `${next.bank}, ${next.bic}`],
    [transfer('reference'), next.reference],
    [transfer('message'), number],
    [transfer('amount'), money(next.amount)],
  ];
}
