import { expect, test } from 'vitest';
import type { OrderView } from '../../shop/order/order-view.ts';
import { moneyForBranch } from './branch-page.tsx';

type Amounts = Partial<Record<'paid' | 'refunded' | 'missing' | 'over', number>>;

const order = (status: OrderView['status'], total: number, amounts: Amounts = {}) => ({
  status,
  total,
  payment: { paid: 0, refunded: 0, missing: 0, over: 0, ...amounts },
});

test.each([
  ['is not paid yet', order('confirmed', 320), { messageKey: 'toPay', amount: 320, returned: 0, difference: 0 }],
  [
    'is paid',
    order('ready', 319.6, { paid: 319.6 }),
    { messageKey: 'isPaid', amount: 319.6, returned: 0, difference: 0 },
  ],
  [
    'is refunded in part',
    order('confirmed', 319.6, { paid: 319.6, refunded: 50 }),
    { messageKey: 'partReturned', amount: 319.6, returned: 50, difference: 0 },
  ],
  [
    'is refunded in full',
    order('cancelled', 320, { paid: 320, refunded: 320 }),
    { messageKey: 'returned', amount: 320, returned: 320, difference: 0 },
  ],
  [
    'is paid in part',
    order('confirmed', 320, { paid: 250, missing: 70 }),
    { messageKey: 'partPaid', amount: 250, returned: 0, difference: 70 },
  ],
  [
    'is paid beyond its total',
    order('confirmed', 320, { paid: 400, over: 80 }),
    { messageKey: 'overPaid', amount: 400, returned: 0, difference: 80 },
  ],
  ['was cancelled unpaid', order('cancelled', 320), { messageKey: 'notPaid', amount: 320, returned: 0, difference: 0 }],
  ['expired unpaid', order('expired', 320), { messageKey: 'notPaid', amount: 320, returned: 0, difference: 0 }],
])('shows the branch the payment state of an order that %s', (_, orderAmounts, expected) => {
  expect(moneyForBranch(orderAmounts)).toEqual(expected);
});
