import { expect, test } from 'vitest';
import { fail } from './check.ts';
import { checkClock } from './database.ts';
import { withoutSecrets } from './doctor.ts';

test('masks secrets of the environment in a report', () => {
  const env = {
    DATABASE_URL: 'postgres://shop:p%40ss-word@db/shop',
    SMTP_URL: 'smtp://me:mail-word@mail.example',
    MONTONIO_SECRET_KEY: 'new-secret, old-secret',
    SUPPLIER_LATAKKO_KEY: 'key-of-latakko',
    PUBLIC_URL: 'https://rehvid.ee',
  };
  const report = 'p%40ss-word p@ss-word mail-word new-secret old-secret key-of-latakko https://rehvid.ee shop';
  const { message, advice } = withoutSecrets(env)(fail('database', report, report));
  expect(message).toBe('… … … … … … https://rehvid.ee shop');
  expect(advice).toBe(message);
});

test.each([
  [0, 'ok'],
  [4_900, 'ok'],
  [30_000, 'warn'],
  [3_600_000, 'fail'],
])('checks a clock difference of %i ms: %s', (differenceMs, outcome) => {
  expect(checkClock(differenceMs).outcome).toBe(outcome);
});
