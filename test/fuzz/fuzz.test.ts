import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { fuzz } from './run.ts';

// `npm run bench -- fuzz` sends twenty times as many, of another seed each time.
test('1,000 odd requests to everything that the shop answers find nothing that it should not do', async () => {
  const { url, drop } = await testDatabase();
  const { table, faults } = await fuzz(url, { seed: 7, from: 0, requests: 1000 });
  await drop();
  expect(faults).toEqual([]);
  // Not only refusals: what is right goes through to the end.
  for (const call of ['POST /api/v1/orders', 'POST /api/v1/withdrawals', 'POST /api/v1/orders/{number}/withdrawal']) {
    expect(table[call]?.[201], call).toBeGreaterThan(0);
  }
  expect(table['POST /branch']?.[303]).toBeGreaterThan(0);
  expect(table['GET /api/v1/payments/return/{id}']?.[303]).toBeGreaterThan(0);
  expect(table['POST /api/v1/webhooks/{provider}']?.[200]).toBeGreaterThan(0);
});
