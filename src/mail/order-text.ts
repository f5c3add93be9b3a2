import { ibanInFours } from '../shop/check-digits.ts';
import type { Branch, ShopConfig } from '../shop/config/shop-config.ts';
import { arrivalDay, leadDaysOf } from '../shop/order/order.ts';
import type { Appointment, NextStep, OrderView } from '../shop/order/order-view.ts';
import { isPrepaid } from '../shop/payment/payment-methods.ts';
import type { MailContent } from './mail.ts';
import type { Messages } from './messages.ts';

export function branchOf(id: string, { branches }: ShopConfig): Branch | undefined {
  return branches.find((branch) => branch.id === id);
}

/** Returns the name of a branch, or the id of a supplier or a former branch, which have no name. */
export function placeName(id: string, shopConfig: ShopConfig): string {
  return branchOf(id, shopConfig)?.name ?? id;
}

/** Returns the phone number of a branch, or that of the shop for a former branch. */
export function phoneOf(id: string, shopConfig: ShopConfig): string {
  return branchOf(id, shopConfig)?.phone ?? shopConfig.phones[0];
}

/** Returns the order's appointment if it is booked or the buyer has arrived; otherwise null. */
export function appointmentOf({ fitting }: OrderView): Appointment | null {
  return fitting?.state === 'booked' || fitting?.state === 'arrived' ? fitting : null;
}

export function addressOf({ name, street, postalCode, city }: Branch): string {
  return `${name}, ${street}, ${postalCode} ${city}`;
}

export function stepsOf({ order, next, paid, shopConfig }: MailContent, t: Messages): string[] {
  const branch = placeName(order.branch, shopConfig);
  const steps: string[] = [];
  if (next.type === 'instructions') steps.push(t.success('stepTransfer', { day: t.day(next.dueOn) }));
  if (next.type === 'redirect' || next.type === 'retry') steps.push(t.mail('stepPayOnline'));
  const fitting = order.fulfilment === 'fitting';
  const appointment = appointmentOf(order);
  const arrival = arrivalDay(order);
  // The lead time of a prepaid order starts when the money arrives, so no day can be named.
  if (appointment) {
    steps.push(t.mail('fitting.step', { branch, when: t.appointment(new Date(appointment.at)) }));
  } else if (next.type !== 'none') {
    steps.push(t.success(fitting ? 'stepFittingAfter' : 'stepPickupAfter', { branch, days: leadDaysOf(order) }));
  } else if (arrival !== null) {
    steps.push(t.success(fitting ? 'stepFitting' : 'stepPickup', { branch, day: t.day(arrival) }));
  }
  if (!isPrepaid(order.paymentMethod) && !paid) {
    steps.push(t.success('stepPayHere', { day: t.day(order.heldUntil) }));
  }
  return steps;
}

export function readyText({ order, shopConfig }: MailContent, t: Messages): string {
  const branch = placeName(order.branch, shopConfig);
  const appointment = appointmentOf(order);
  if (appointment) return t.mail('fitting.ready', { branch, when: t.appointment(new Date(appointment.at)) });
  if (order.fulfilment === 'pickup') return t.mail('readyPickup', { branch });
  return t.mail('readyFitting', { branch, phone: phoneOf(order.branch, shopConfig) });
}

type Transfer = Extract<NextStep, { type: 'instructions' }>;

export function transferRows(t: Messages, next: Transfer, number: string): [string, string][] {
  return [
    [t.transfer('holder'), next.holder],
    [t.transfer('iban'), ibanInFours(next.iban)],
    [t.transfer('bank'), `${next.bank}, ${next.bic}`],
    [t.transfer('reference'), next.reference],
    [t.transfer('message'), number],
    [t.transfer('amount'), t.money(next.amount)],
  ];
}
