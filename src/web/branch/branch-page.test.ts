import { expect, test } from 'vitest';
import { sampleOrder } from '../../../test/support/orders/mails.ts';
import { moneyForBranch } from './branch-page.tsx';

type Amounts = Partial<Record<'paid' | 'refunded' | 'missing' | 'over', number>>;

const money = (amounts: Amounts) => ({
  payment: {
    state: 'unpaid' as const,
    attempt: 'paid' as const,
    paid: 0,
    refunded: 0,
    missing: 0,
    over: 0,
    refunds: [],
    ...amounts,
  },
});

test.each([
  [
    'is not paid yet',
    sampleOrder({ status: 'confirmed', total: 320, ...money({}) }),
    { messageKey: 'toPay', amount: 320, returned: 0, difference: 0 },
  ],
  [
    'is paid',
    sampleOrder({ status: 'ready', total: 319.6, ...money({ paid: 319.6 }) }),
    { messageKey: 'isPaid', amount: 319.6, returned: 0, difference: 0 },
  ],
  [
    'is refunded in part',
    sampleOrder({ total: 319.6, ...money({ paid: 319.6, refunded: 50 }) }),
    { messageKey: 'partReturned', amount: 319.6, returned: 50, difference: 0 },
  ],
  [
    'is refunded in full',
    sampleOrder({ status: 'cancelled', ...money({ paid: 320, refunded: 320 }) }),
    { messageKey: 'returned', amount: 320, returned: 320, difference: 0 },
  ],
  [
    'is paid in part',
    sampleOrder({ status: 'confirmed', total: 320, ...money({ paid: 250, missing: 70 }) }),
    { messageKey: 'partPaid', amount: 250, returned: 0, difference: 70 },
  ],
  [
    'is paid beyond its total',
    sampleOrder({ status: 'confirmed', total: 320, ...money({ paid: 400, over: 80 }) }),
    { messageKey: 'overPaid', amount: 400, returned: 0, difference: 80 },
  ],
  [
    'was cancelled unpaid',
    sampleOrder({ status: 'cancelled', total: 320, ...money({}) }),
    { messageKey: 'notPaid', amount: 320, returned: 0, difference: 0 },
  ],
  [
    'expired unpaid',
    sampleOrder({ status: 'expired', total: 320, ...money({}) }),
    { messageKey: 'notPaid', amount: 320, returned: 0, difference: 0 },
  ],
])('shows the branch the payment state of an order that %s', (_, order, expected) => {
  expect(moneyForBranch(order)).toEqual(expected);
});
