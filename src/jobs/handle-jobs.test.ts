import { expect, test } from 'vitest';
import { maskEmailAddresses } from './handle-jobs.ts';

test.each([
  [
    "Can't send mail - all recipients were rejected: 550 5.1.1 <mari.maasikas@example.com>: Recipient address rejected",
    "Can't send mail - all recipients were rejected: 550 5.1.1 <…@…>: Recipient address rejected",
  ],
  ['not an address: "mari@example.com"', 'not an address: "…@…"'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
])('masks e-mail addresses in: %s', (message, masked) => {
  expect(maskEmailAddresses(message)).toBe(masked);
});
