import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { startStripeFake } from '../../../src/payments-fake/stripe/start-stripe-fake.ts';
import { stripeProvider } from '../../../src/shop/payment/stripe/stripe.ts';
import { commandRunner } from '../../support/command.ts';
import { createBackup, createEmptyDatabase, query } from '../../support/database/backups.ts';
import { brokenInvariants } from '../../support/database/invariants.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { form } from '../../support/orders/order-form.ts';
import { ordersApp, place } from '../../support/orders/orders-shop.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { fridayNoon } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const keys = { secretKey: 'sk_test', webhookSecret: 'whsec_test' };
const now = () => fridayNoon;
let stripe: Awaited<ReturnType<typeof startStripeFake>>;

beforeAll(async () => {
  stripe = await startStripeFake({ ...keys, now });
});
afterAll(() => stripe.close());

const hoursLater = (hours: number) => new Date(fridayNoon.getTime() + hours * 60 * 60 * 1000);

/** Restores a backup `hours` after it was made. Returns the URL of the restored database, and functions that run commands on it. */
async function restored(file: string, hours = 2) {
  const url = await createEmptyDatabase();
  const run = commandRunner({ url });
  const later = (args: string[], env: Record<string, string> = {}) =>
    run(args, undefined, { env: { DATABASE_URL: url, ...env }, now: () => hoursLater(hours) });
  const result = await later(['restore', file, '--json']);
  expect(result, result.err).toMatchObject({ code: 0 });
  return { url, later, result: JSON.parse(result.out) };
}

const sell = ['orders', 'sell', '--branch', 'ringtee', 'tire=1', '--cash'];

const numbersIn = async (url: string) =>
  (await query<{ number: string }>(url, 'select number from money_documents order by number')).map(
    ({ number }) => number,
  );

async function expectNoBrokenInvariants(url: string) {
  const db = openDatabase(url);
  onTestFinished(db.close);
  expect(await brokenInvariants(db)).toEqual([]);
}

test('after a restore no document gets a number that a lost one may have; the report of the month lists the gap', async () => {
  await shop.run(sell);
  const file = await createBackup(shop);
  await shop.run(sell);
  expect(await numbersIn(shop.database.url)).toEqual(['261000001', '261000002', '263000001', '263000002']);

  const { url, later, result } = await restored(file);
  expect(result.skipped).toEqual([
    { kind: 'invoice', first: '261000002', last: '261001001', count: 1000 },
    { kind: 'credit-note', first: '262000001', last: '262001000', count: 1000 },
    { kind: 'receipt', first: '263000002', last: '263001001', count: 1000 },
  ]);
  expect(await later(sell)).toMatchObject({ code: 0 });
  expect(await numbersIn(url)).toEqual(['261000001', '261001002', '263000001', '263001002']);
  const report = await later(['books', 'report', '2026-11']);
  expect(report.out).toMatch(
    /Numbers that were skipped after a restore\n[\s\S]*\n +invoice +261000002 +261001001 +1000 +2026-11-20 14:00 +2026-11-20 12:00\n/,
  );
  await expectNoBrokenInvariants(url);
});

test('a longer loss skips more numbers, and `restore --move` skips none', async () => {
  await shop.run(sell);
  const file = await createBackup(shop);
  const { result } = await restored(file, 49);
  expect(result.skipped[0]).toMatchObject({ last: '261003001', count: 3000 });

  const url = await createEmptyDatabase();
  const run = commandRunner({ url });
  expect(JSON.parse((await run(['restore', file, '--move', '--json'])).out)).toMatchObject({ ok: true, skipped: [] });
  expect(await run(['findings', 'after-restore'])).toMatchObject({
    code: 0,
    out: 'No restore waits to be confirmed.\n',
  });
});

test('findings confirm: a series continues after the number given with --last-document', async () => {
  await shop.run(sell);
  const { url, later } = await restored(await createBackup(shop));
  expect(await later(['findings', 'confirm', '--last-document', '264000001', '--yes'])).toMatchObject({ code: 2 });
  const tooFar = await later(['findings', 'confirm', '--last-document', '261900000', '--yes']);
  expect(tooFar).toMatchObject({ code: 1, err: expect.stringContaining('261900000 is far beyond') });
  expect(await later(['findings', 'after-restore'])).toMatchObject({ code: 3 });

  const seen = ['--last-document', '261001500', '--last-document', '263000002'];
  const confirmed = await later(['findings', 'confirm', ...seen, '--yes', '--json']);
  expect(JSON.parse(confirmed.out)).toEqual({
    ok: true,
    skipped: [{ kind: 'invoice', first: '261001002', last: '261001500', count: 499 }],
  });
  expect(await later(sell)).toMatchObject({ code: 0 });
  expect(await numbersIn(url)).toEqual(['261000001', '261001501', '263000001', '263001002']);
  expect(await query(url, 'select confirmed_by from restores')).toEqual([{ confirmed_by: 'operator' }]);
  expect(await later(['findings', 'confirm', '--yes'])).toMatchObject({
    code: 1,
    err: 'findings confirm: no restore waits to be confirmed\n',
  });
  await expectNoBrokenInvariants(url);
});

test('findings after-restore: lists lost payments, mail files and next numbers, and names what it could not ask', async () => {
  const file = await createBackup(shop);
  const provider = stripeProvider({
    secretKey: keys.secretKey,
    webhookSecrets: [keys.webhookSecret],
    baseUrl: stripe.url,
    now,
  });
  const app = await ordersApp(shop.db, { providers: [provider] });
  const answer = await place(app, form({ paymentMethod: 'stripe:card' }));
  expect(answer.statusCode, answer.body).toBe(201);
  const { provider_ref } = await shop.db.selectFrom('payments').select('provider_ref').executeTakeFirstOrThrow();
  await stripe.control.pay(provider_ref ?? '');

  const folder = await temporaryFolder();
  await mkdir(join(folder, 'mail'));
  for (const [name, hours] of [
    ['placed-old', -1],
    ['placed-lost', 1],
    ['placed-new', 3],
  ] as const) {
    const path = join(folder, 'mail', `${name}.eml`);
    await writeFile(path, '');
    await utimes(path, hoursLater(hours), hoursLater(hours));
  }
  const { later } = await restored(file);
  const env = {
    DATA_DIR: folder,
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_URL: stripe.url,
    MONTONIO_ACCESS_KEY: 'access',
    MONTONIO_SECRET_KEY: 'secret-of-montonio',
    MONTONIO_URL: 'http://127.0.0.1:1',
  };
  const listed = await later(['findings', 'after-restore', '--json'], env);
  expect(listed.code, listed.err).toBe(3);
  expect(JSON.parse(listed.out)).toMatchObject({
    restores: [{ at: hoursLater(2).toISOString(), until: fridayNoon.toISOString(), source: 'backup' }],
    findings: [
      { provider: 'stripe', providerRef: provider_ref, kind: 'unknown-here', data: { there: { amountCents: 31_960 } } },
    ],
    mails: ['placed-lost.eml'],
    unclearPurchases: [],
    nextDocuments: [
      { kind: 'invoice', next: '261001001' },
      { kind: 'credit-note', next: '262001001' },
      { kind: 'receipt', next: '263001001' },
    ],
  });
  const { out } = await later(['findings', 'after-restore'], env);
  expect(out).toContain('2026-11-20 14:00: backup, changes after 2026-11-20 12:00 may be lost.');
  expect(out).toContain('Payments at montonio since 2026-11-20 12:00: look at the provider’s website');
  expect((await later(['findings', 'list'])).out).toContain('A restore waits to be confirmed');
  const unreachable = await later(['findings', 'after-restore'], { ...env, STRIPE_URL: 'http://127.0.0.1:1' });
  expect(unreachable.out).toContain('Payments at stripe since 2026-11-20 12:00: it did not answer');
});

test('findings declare: refuses a time in the future, and lists documents that were issued after the declared time', async () => {
  await shop.run(sell, undefined, { now: () => hoursLater(1) });
  const declare = (until: string) =>
    shop.run(['findings', 'declare', '--until', until, '--yes'], undefined, { now: () => hoursLater(2) });
  expect(await declare('2026-11-20 15:00')).toMatchObject({ code: 2 });
  expect(await declare('yesterday')).toMatchObject({ code: 2, err: expect.stringContaining('--until must be a time') });
  const declared = await declare('2026-11-20 12:30');
  expect(declared.code, declared.err).toBe(0);
  expect(declared.out).toContain('Skipped document numbers, which lost documents may have: 261000002–261001001');
  const { out } = await shop.run(['findings', 'after-restore', '--json'], undefined, { now: () => hoursLater(2) });
  expect(JSON.parse(out)).toMatchObject({
    restores: [{ source: 'failover' }],
    doubtfulDocuments: ['261000001', '263000001'],
  });
});
