import { expect, test } from 'vitest';
import { groupOf, isOffline, isPrepaid, methodMessageKey, offlineMethodOf } from './payment-methods.ts';

test.each([
  { id: 'pay_at_branch', messageKey: 'pay_at_branch', group: 'branch', offline: true, prepaid: false },
  { id: 'bank_transfer', messageKey: 'bank_transfer', group: 'transfer', offline: true, prepaid: true },
  { id: 'montonio:paymentInitiation:EE:LHVBEE22', messageKey: 'bank', group: 'bank', offline: false, prepaid: true },
  { id: 'montonio:cardPayments', messageKey: 'card', group: 'card', offline: false, prepaid: true },
  { id: 'stripe:card', messageKey: 'card', group: 'card', offline: false, prepaid: true },
  { id: 'montonio:bnpl', messageKey: 'pay_later', group: 'pay_later', offline: false, prepaid: true },
  { id: 'montonio:hirePurchase', messageKey: 'pay_later', group: 'pay_later', offline: false, prepaid: true },
])('$id belongs to the group $group and has the message key $messageKey', ({ id, ...expected }) => {
  expect({
    messageKey: methodMessageKey(id),
    group: groupOf(id),
    offline: isOffline(id),
    prepaid: isPrepaid(id),
  }).toEqual(expected);
});

test.each(['', 'cash', 'constructor', '__proto__'])('%j is not an offline method', (id) => {
  expect(isOffline(id)).toBe(false);
});

test.each([
  ['branch', 'pay_at_branch', 'pay_at_branch'],
  ['transfer', 'bank_transfer', 'bank_transfer'],
  ['branch', 'bank_transfer', 'pay_at_branch'],
  ['transfer', 'montonio:cardPayments', 'bank_transfer'],
] as const)('a payment by %s for an order with the method %s is booked as %s', (group, preferred, booked) => {
  expect(offlineMethodOf(group, preferred)).toBe(booked);
});
