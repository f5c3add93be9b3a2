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

export function phoneOf(id: string, shopConfig: ShopConfig): string {
  return branchOf(id, shopConfig)?.phone ?? shopConfig.phones[0];
}

export function appointmentOf({ fitting }: OrderView): Appointment | null {
  return fitting?.state === 'booked' || fitting?.state === 'arrived' ? fitting : null;
}

export function addressOf({ name, street, postalCode, city }: Branch): string {
  return `${name}, ${street}, ${postalCode} ${city}`;
}

export function stepsOf({ order, next, hasPayment, shopConfig }: MailContent, messages: Messages): string[] {
  const branch = placeName(order.branch, shopConfig);
  const steps: string[] = [];
  if (next.type === 'instructions') steps.push(messages.orderPage('stepTransfer', { day: messages.day(next.dueOn) }));
  if (next.type === 'redirect' || next.type === 'retry') steps.push(messages.mail('stepPayOnline'));
  const isFitting = order.fulfilment === 'fitting';
  const appointment = appointmentOf(order);
  const arrival = arrivalDay(order);
  if (appointment) {
    steps.push(messages.mail('fitting.step', { branch, when: messages.appointment(new Date(appointment.at)) }));
  } else if (next.type !== 'none') {
    // The lead time of a prepaid order starts when the money arrives, so no day can be named.
    steps.push(
      messages.orderPage(isFitting ? 'stepFittingAfter' : 'stepPickupAfter', { branch, days: leadDaysOf(order) }),
    );
  } else if (arrival !== null) {
    steps.push(messages.orderPage(isFitting ? 'stepFitting' : 'stepPickup', { branch, day: messages.day(arrival) }));
  }
  if (!isPrepaid(order.paymentMethod) && !hasPayment) {
    steps.push(messages.orderPage('stepPayHere', { day: messages.day(order.heldUntil) }));
  }
  return steps;
}

export function readyText({ order, shopConfig }: MailContent, messages: Messages): string {
  const branch = placeName(order.branch, shopConfig);
  const appointment = appointmentOf(order);
  if (appointment)
    return messages.mail('fitting.ready', { branch, when: messages.appointment(new Date(appointment.at)) });
  if (order.fulfilment === 'pickup') return messages.mail('readyPickup', { branch });
  return messages.mail('readyFitting', { branch, phone: phoneOf(order.branch, shopConfig) });
}

type BankTransfer = Extract<NextStep, { type: 'instructions' }>;

export function bankTransferRows(messages: Messages, next: BankTransfer, number: string): [string, string][] {
  return [
    [messages.transfer('holder'), next.holder],
    [messages.transfer('iban'), ibanInFours(next.iban)],
    [messages.transfer('bank'), `${next.bank}, ${next.bic}`],
    [messages.transfer('reference'), next.reference],
    [messages.transfer('message'), number],
    [messages.transfer('amount'), messages.money(next.amount)],
  ];
}
