import { expect, test } from 'vitest';
import { testDatabase } from '../support/database/database.ts';
import { fuzz } from './run.ts';

// `npm run bench -- fuzz` sends twenty times as many, with another seed each time.
test('1,000 fuzzed requests to all URLs of the shop cause no fault', async () => {
  const { url, drop } = await testDatabase();
  const { table, faults } = await fuzz(url, { seed: 7, from: 0, requests: 1000 });
  await drop();
  expect(faults).toEqual([]);
  // Some requests of each kind must succeed; otherwise the fuzzing would test the first check only.
  for (const endpoint of [
    'POST /api/v1/orders',
    'POST /api/v1/withdrawals',
    'POST /api/v1/orders/{number}/withdrawal',
  ]) {
    expect(table[endpoint]?.[201], endpoint).toBeGreaterThan(0);
  }
  expect(table['POST /branch']?.[303]).toBeGreaterThan(0);
  expect(table['POST /fitting']?.[303]).toBeGreaterThan(0);
  expect(table['GET /api/v1/payments/return/{id}']?.[303]).toBeGreaterThan(0);
  expect(table['POST /api/v1/webhooks/{provider}']?.[200]).toBeGreaterThan(0);
});
