import { expect, test } from 'vitest';
import { groupOf, isOffline, isPrepaid, methodMessageKey } from './payment-methods.ts';

test.each([
  { id: 'pay_at_branch', word: 'pay_at_branch', group: 'branch', offline: true, prepaid: false },
  { id: 'bank_transfer', word: 'bank_transfer', group: 'transfer', offline: true, prepaid: true },
  { id: 'montonio:paymentInitiation:EE:LHVBEE22', word: 'bank', group: 'bank', offline: false, prepaid: true },
  { id: 'montonio:cardPayments', word: 'card', group: 'card', offline: false, prepaid: true },
  { id: 'stripe:card', word: 'card', group: 'card', offline: false, prepaid: true },
  { id: 'montonio:bnpl', word: 'pay_later', group: 'pay_later', offline: false, prepaid: true },
  { id: 'montonio:hirePurchase', word: 'pay_later', group: 'pay_later', offline: false, prepaid: true },
])('$id belongs to the group $group and has the message key $word', ({ id, ...expected }) => {
  expect({ word: methodMessageKey(id), group: groupOf(id), offline: isOffline(id), prepaid: isPrepaid(id) }).toEqual(
    expected,
  );
});

test.each(['', 'cash', 'constructor', '__proto__'])('%j is not an offline method', (id) => {
  expect(isOffline(id)).toBe(false);
});
