import { expect, test } from 'vitest';
import { orderOf } from '../../../test/support/orders/letters.ts';
import { moneyForBranch } from './branch-page.tsx';

const money = (paid: number, refunded: number) => ({
  payment: { state: 'unpaid' as const, attempt: 'paid' as const, paid, refunded, refunds: [] },
});

test.each([
  [
    'waits for its money',
    orderOf({ status: 'confirmed', total: 320, ...money(0, 0) }),
    { word: 'toPay', amount: 320, returned: 0 },
  ],
  ['is paid', orderOf({ status: 'ready', ...money(319.6, 0) }), { word: 'isPaid', amount: 319.6, returned: 0 }],
  ['has a part of it back', orderOf(money(319.6, 50)), { word: 'partReturned', amount: 319.6, returned: 50 }],
  [
    'has it all back',
    orderOf({ status: 'cancelled', ...money(320, 320) }),
    { word: 'returned', amount: 320, returned: 320 },
  ],
  [
    'was cancelled unpaid',
    orderOf({ status: 'cancelled', total: 320, ...money(0, 0) }),
    { word: 'notPaid', amount: 320, returned: 0 },
  ],
  [
    'expired unpaid',
    orderOf({ status: 'expired', total: 320, ...money(0, 0) }),
    { word: 'notPaid', amount: 320, returned: 0 },
  ],
])('shows the branch the payment state of an order that %s', (_, order, said) => {
  expect(moneyForBranch(order)).toEqual(said);
});
