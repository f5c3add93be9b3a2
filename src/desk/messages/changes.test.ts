import { expect, test } from 'vitest';
import { paymentTransitions, refundTransitions } from '../../shop/payment/payment-states.ts';
import ee from './ee.json';
import en from './en.json';
import ru from './ru.json';

test.each([
  ['ee', ee],
  ['en', en],
  ['ru', ru],
])(
  'the history of an order has a text in %s for each state of payments and refunds, and for foreign payments, returned refunds and credit',
  (_language, { changes }) => {
    const events = [
      ...Object.values(paymentTransitions).flatMap((states) => states.map((state) => `payment-${state}`)),
      ...Object.values(refundTransitions).flatMap((states) => states.map((state) => `refund-${state}`)),
      'foreign-payment',
      'refund-returned',
      'on-credit',
    ];
    expect([...new Set(events)].filter((event) => !(event in changes))).toEqual([]);
  },
);
