import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tallinnDate } from '../../src/shop/tallinn-date.ts';
import { shopOfOrders } from '../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();
const folder = mkdtempSync(join(tmpdir(), 'rehvipood-books-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Sells four tires at 79.90 € each over the counter. Returns the month. */
async function sell(): Promise<string> {
  await shop.run(['orders', 'sell', '--branch', 'ringtee', 'tire=4', '--cash', '--json']);
  const { issued_at } = await shop.db.selectFrom('money_documents').select('issued_at').executeTakeFirstOrThrow();
  return tallinnDate(issued_at).slice(0, 7);
}

test('books report: prints the sums of a month as tables and as JSON', async () => {
  const month = await sell();
  const { out } = await shop.run(['books', 'report', month]);
  expect(out).toMatch(/^20\d\d-\d\d, all branches, open\n/);
  expect(out).toMatch(/24 % +sum +1 +257\.74 +61\.86 +319\.60\n/);
  expect(out).toMatch(/= invoices, less credit notes +319\.60\n/);
  const { code, out: json } = await shop.run(['books', 'report', month, '--branch', 'ringtee', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(json)).toMatchObject({
    branch: 'ringtee',
    closedAt: null,
    sum: { net: 257.74, vat: 61.86, gross: 319.6 },
    balance: { documents: 319.6, money: 319.6, receivablesAfter: 0, owedAfter: 0 },
    methods: [{ provider: 'pay_at_branch', tender: 'cash', in: 319.6 }],
  });
  expect(await shop.run(['books', 'report', '2026-13'])).toMatchObject({ code: 2 });
  expect(await shop.run(['books', 'report', month, '--branch', 'mars'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--branch must be one of ringtee'),
  });
});

test('books export: writes two files that only the user can read', async () => {
  const month = await sell();
  const { out } = await shop.run(['books', 'export', month, '--out', folder]);
  expect(out).toBe(`documents-${month}.csv and payments-${month}.csv written to ${folder}.\n`);
  expect(readdirSync(folder).toSorted()).toEqual([`documents-${month}.csv`, `payments-${month}.csv`]);
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8').split('\r\n')).toHaveLength(3);
  }
});

test('books export: leaves no unfinished file if one cannot be replaced', async () => {
  const month = await sell();
  const other = join(folder, 'other');
  mkdirSync(join(other, `documents-${month}.csv`), { recursive: true });
  expect(await shop.run(['books', 'export', month, '--out', other])).toMatchObject({ code: 1, out: '' });
  expect(readdirSync(other)).toEqual([`documents-${month}.csv`]);
  rmSync(other, { recursive: true });
});

test('books close: asks, and refuses a month that has not ended', async () => {
  const month = await sell();
  expect(await shop.run(['books', 'close', month])).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
  expect(await shop.run(['books', 'close', month, '--yes'])).toMatchObject({
    code: 1,
    err: 'books close: the month has not ended\n',
  });
  expect(await shop.run(['books', 'close', '2024-02', '--yes'])).toMatchObject({
    code: 0,
    out: '2024-02 is closed.\n',
  });
  expect(await shop.run(['books', 'close', '2024-01', '--yes'])).toMatchObject({
    code: 1,
    err: 'books close: 2024-01 or a later month is already closed\n',
  });
});

test('books fee: enters a provider fee only once, and reverses a wrong one with --back', async () => {
  const fee = ['books', 'fee', 'montonio', '41,20', '--on', '2026-11-20', '--reference', 'MF-118'];
  expect(await shop.run(fee)).toMatchObject({ code: 0, out: 'Fee of montonio on 2026-11-20 entered: €41.20.\n' });
  expect(await shop.run(fee)).toMatchObject({ code: 1, err: expect.stringContaining('entered already') });
  expect(await shop.run([...fee, '--back'])).toMatchObject({ code: 0 });
  expect((await shop.run(['books', 'report', '2026-11'])).out).toMatch(
    /montonio +0\.00 +0\.00 +0\.00 +0\.00 +0\.00 +0\.00/,
  );
  expect((await shop.run(fee.slice(0, 3))).err).toContain('name an amount in euros');
  for (const wrong of [['books', 'fee', 'visa', '1'], fee.slice(0, -2), [...fee.slice(0, 3), '0', ...fee.slice(4)]])
    expect(await shop.run(wrong)).toMatchObject({ code: 2 });
});
