import { afterEach, beforeEach, expect, test } from 'vitest';
import config from '../../shop.config.ts';
import { booksPush } from '../../src/cli/books/push.ts';
import type { Io } from '../../src/cli/command.ts';
import { tallinnDate } from '../../src/shop/tallinn-date.ts';
import { type MeritFake, meritKeys, startMeritFake } from '../support/books/merit/merit-fake.ts';
import { shopOfOrders } from '../support/orders/shop-of-orders.ts';
import { fridayNoon } from '../support/shop-context.ts';

const shop = shopOfOrders();
let fake: MeritFake;
beforeEach(async () => {
  fake = await startMeritFake({ now: () => fridayNoon });
});
afterEach(() => fake.close());

async function push(args: string[], env: Record<string, string> = {}) {
  const result = await shop.run(['books', 'push', ...args], undefined, {
    env: {
      DATABASE_URL: shop.database.url,
      MERIT_API_ID: meritKeys.apiId,
      MERIT_API_KEY: meritKeys.apiKey,
      MERIT_URL: fake.url,
      ...env,
    },
  });
  expect(result.out + result.err).not.toMatch(/key-of-merit|670fe52f/);
  return result;
}

/** Sells four tires at 79.90 € each over the counter. Returns the month. */
async function sell(): Promise<string> {
  await shop.run(['orders', 'sell', '--branch', 'ringtee', 'tire=4', '--cash', '--json']);
  const { issued_at } = await shop.db.selectFrom('money_documents').select('issued_at').executeTakeFirstOrThrow();
  return tallinnDate(issued_at).slice(0, 7);
}

test('books push: sends each document of a month once, and prints how many were sent before', async () => {
  const month = await sell();
  expect((await push(['--month', month, '--dry-run'])).out).toMatch(
    /^20\d\d-\d\d, Merit Aktiva, dry run\n +to send +already in Merit +sent by an earlier push +not sent\ndocuments +1 +0 +0 +0\npayments +1 +0 +0 +0\n$/,
  );
  expect(fake.books.invoices).toEqual([]);
  expect(await push(['--month', month])).toMatchObject({ code: 0, err: '' });
  expect(fake.books.invoices).toMatchObject([{ Customer: { Name: 'Eraisik' }, TotalAmount: 257.74 }]);
  expect(fake.books.payments).toMatchObject([{ Amount: 319.6, BankId: expect.stringMatching(/4$/) }]);
  const { code, out } = await push(['--month', month, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    month,
    dryRun: false,
    documents: { sent: 0, found: 0, before: 1, problems: 0 },
    payments: { sent: 0, found: 0, before: 1, problems: 0 },
    problems: [],
    differences: [],
    stopped: null,
  });
});

test('books push: names documents that were not sent, and sums that differ in Merit', async () => {
  const month = await sell();
  fake.fail('sendinvoice', { answer: 'tax' });
  const refused = await push(['--month', month]);
  expect(refused.code).toBe(3);
  expect(refused.out).toMatch(
    /\nNot sent\n {2}kind +id +order +sum +why\n {2}document +\d{9} +R\S+ +319\.60 +Merit refuses it \(Vigane TaxId\)\n/,
  );
  await push(['--month', month]);
  const [invoice] = fake.books.invoices;
  if (invoice) invoice.RoundingAmount = 0.01;
  const differs = await push(['--month', month]);
  expect(differs).toMatchObject({ code: 3, out: expect.stringMatching(/\d{9} +319\.60 +319\.61 +another sum\n/) });
  const { out } = await push(['--month', month, '--json']);
  expect(JSON.parse(out).differences).toMatchObject([{ what: 'total', here: 319.6, inMerit: 319.61 }]);
});

test('books push: prints why it stops, and requires keys and a valid month', async () => {
  const month = await sell();
  fake.control.plan = 'standard';
  expect(await push(['--month', month])).toMatchObject({
    code: 1,
    out: expect.stringContaining(
      '\nStopped: Merit denies the requests of this shop (The creator of the company has to have PRO or PREMIUM license). The next push sends the rest.\n',
    ),
  });
  expect(await push([], { MERIT_API_ID: '', MERIT_API_KEY: '' })).toMatchObject({
    code: 1,
    err: 'books push: set MERIT_API_ID and MERIT_API_KEY: docs/settings.md\n',
  });
  expect(await push(['--month', '2026-13'])).toMatchObject({ code: 2 });
  expect(await push(['2026-11'])).toMatchObject({ code: 2 });
});

test('books push: requires books.merit in shop.config.ts', async () => {
  const env = { MERIT_API_ID: meritKeys.apiId, MERIT_API_KEY: meritKeys.apiKey };
  const io = { env, now: () => fridayNoon } as unknown as Io;
  const { books: _, ...shopConfig } = config;
  const call = { values: {}, positionals: [], io, shopConfig, suppliers: [], prices: null };
  await expect(booksPush.run(call)).rejects.toThrow('shop.config.ts has no books.merit: docs/settings.md');
});

test('books push: without --month, sends the last month that is over', async () => {
  expect((await push(['--dry-run'])).out).toMatch(/^2026-10, Merit Aktiva, dry run\n/);
});
