import { expect, test } from 'vitest';
import { paymentTransitions, refundTransitions } from '../../shop/payment/payment-states.ts';
import ee from './ee.json';
import en from './en.json';
import ru from './ru.json';

test.each([
  ['ee', ee],
  ['en', en],
  ['ru', ru],
])('the history of an order names each event of its money in %s', (_language, { changes }) => {
  const events = [
    ...Object.values(paymentTransitions).flatMap((states) => states.map((state) => `payment-${state}`)),
    ...Object.values(refundTransitions).flatMap((states) => states.map((state) => `refund-${state}`)),
    ...['refund-returned', 'foreign-payment', 'on-credit'],
  ];
  expect([...new Set(events)].filter((event) => !(event in changes))).toEqual([]);
});
