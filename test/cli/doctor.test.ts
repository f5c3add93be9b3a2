import { expect, onTestFinished, test } from 'vitest';
import { startStripeFake } from '../../src/payments-fake/stripe/start-stripe-fake.ts';
import { checkMatching, problemsOf, shopWithDoctor } from '../support/doctor.ts';
import { shopOfOrders } from '../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();
const doctorShop = shopWithDoctor(shop);
const { doctor, makeBackup, addBackupFile } = doctorShop;

test('doctor: runs every check, reports no problem and changes nothing', async () => {
  await makeBackup();
  await shop.order();
  const { checks, bad } = await doctor();
  expect(bad).toEqual([]);
  expect(checks.map(({ name }) => name)).toEqual([
    'settings',
    'shop config',
    'public address',
    'desk address',
    'proxy',
    'webhooks',
    'mail server',
    'montonio',
    'stripe',
    'database',
    'clock',
    'migrations',
    'writing',
    'catalogue',
    'EU labels',
    'jobs',
    'scheduled jobs',
    'reconciliation',
    'restores',
    'refunds',
    'payments',
    'stock',
    'suppliers',
    'reviews',
    'transfers',
    'missing tires',
    'balances due',
    'unanswered delays',
    'orders not collected',
    'fitting times',
    'fitting times to move',
    'held prices',
    'unclear purchases',
    'unsent purchases',
    'unanswered purchases',
    'refused tires',
    'withdrawals',
    'owners',
    'photographs',
    'backups',
    'archive',
    'disk of DATA_DIR',
    'disk of BACKUP_DIR',
    'disk of the database',
  ]);
  // The mail server was checked without sending a mail.
  expect(doctorShop.mail.received).toEqual([]);
});

test('doctor: prints a line for each check, the remedy below it, and exits with code 3', async () => {
  const { code, out, err } = await shop.run(['doctor'], undefined, { env: doctorShop.env });
  expect({ code, err }).toEqual({ code: 3, err: '' });
  expect(out).toMatch(/^ok {4}settings: all variables are valid$/m);
  expect(out).toMatch(/^warn {2}shop config: still examples: registryCode, vatNumber, .*\n {6}→ Put your own/m);
  expect(out).toMatch(/^Problems: \d, failed checks: 0\.$/m);
});

test('doctor: reports every wrong setting and still runs the other checks', async () => {
  await addBackupFile();
  const report = await doctor({ PORT: 'x', DEMO: 'perhaps', STRIPE_WEBHOOK_SECRET: '', SUPPLIER_X_KEY: 'short' });
  expect(report.code).toBe(3);
  expect(report.bad.map(({ words }) => words)).toEqual([
    'PORT: must be a port number',
    'DEMO: must be 0 or 1',
    'SUPPLIER_X_KEY: must be at least 8 characters of ASCII, without spaces',
    'STRIPE_WEBHOOK_SECRET: must be set together with STRIPE_SECRET_KEY',
  ]);
  expect(report.checks.map(({ name }) => name)).toContain('montonio');
  // With an invalid DATABASE_URL, no other database is checked or created.
  const withInvalidUrl = await doctor({ DATABASE_URL: 'mysql://x' });
  expect(problemsOf(withInvalidUrl)).toEqual(['fail settings']);
  expect(withInvalidUrl.checks.map(({ name }) => name)).not.toContain('database');
});

test.each([
  [{ PUBLIC_URL: '' }, ['warn public address', 'fail webhooks']],
  [{ PUBLIC_URL: 'https://127.0.0.1' }, ['warn public address', 'fail webhooks']],
  [{ PUBLIC_URL: 'http://rehvid.ee' }, ['warn public address', 'fail webhooks']],
  [{ PUBLIC_URL: 'http://rehvid.ee', PUBLIC_API_URL: 'https://api.rehvid.ee' }, ['warn public address']],
  [{ PUBLIC_API_URL: 'http://api.rehvid.ee' }, ['fail webhooks']],
])('doctor: reports a public address that providers or visitors cannot use: %j', async (changes, expected) => {
  await addBackupFile();
  expect(problemsOf(await doctor(changes))).toEqual(expected);
});

test('doctor: warns when the desk has no address of its own, and when fewer than two owners can sign in', async () => {
  await addBackupFile();
  await shop.run(['desk', 'revoke', 'mari']);
  expect((await doctor({ DESK_URL: '' })).bad).toEqual([
    expect.objectContaining({ name: 'desk address', outcome: 'warn', ...checkMatching(/without DESK_URL/, /https/) }),
    expect.objectContaining({ name: 'owners', outcome: 'warn', ...checkMatching(/only one/, /desk invite/) }),
  ]);
  await shop.db.deleteFrom('staff_passkeys').execute();
  expect((await doctor()).bad).toMatchObject([{ name: 'owners', words: expect.stringMatching(/no owner/) }]);
});

test('doctor: warns of photographs whose files are lost', async () => {
  await addBackupFile();
  const design = {
    manufacturer_id: 'nokian',
    model: 'Hakka Blue 3',
    season: 'summer',
    studs: 'none',
    runflat: false,
  } as const;
  const terms = { source: 'own', supplier: null, licence: 'own', credit: null, until: null, in_feed: true } as const;
  const added = { in_preview: true, added_at: '2026-11-01T00:00:00Z', added_by: 'operator' };
  await shop.db
    .insertInto('tire_photos')
    .values({ ...design, photo: 'aa00000000000001', ...terms, ...added })
    .execute();
  const { bad } = await doctor();
  await shop.db.deleteFrom('tire_photos').execute();
  const lost = checkMatching(/the files of 1 photograph are lost: nokian Hakka Blue 3 \(\d+\)/, /Restore a backup/);
  expect(bad).toEqual([expect.objectContaining({ name: 'photographs', outcome: 'warn', ...lost })]);
});

test('doctor: warns when a proxy may hide the clients’ addresses from the limits per client', async () => {
  await addBackupFile();
  const { bad } = await doctor({ TRUST_PROXY: '', HOST: '0.0.0.0' });
  expect(bad).toEqual([
    expect.objectContaining({
      name: 'proxy',
      outcome: 'warn',
      ...checkMatching(/count all visitors as one client/, /Set TRUST_PROXY/),
    }),
  ]);
});

test('doctor: reports a missing, an unreachable and a refusing mail server', async () => {
  await addBackupFile();
  const none = await doctor({ SMTP_URL: '' });
  expect(none.bad).toEqual([
    expect.objectContaining({ name: 'mail server', outcome: 'warn', ...checkMatching(/not set/, /Set SMTP_URL/) }),
  ]);
  const unreachable = await doctor({ SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(unreachable.bad).toMatchObject([
    { name: 'mail server', outcome: 'fail', ...checkMatching(/ECONNREFUSED/, /host and port/) },
  ]);
  const wrongPassword = await doctor({ SMTP_URL: `smtp://shop:hunter-2@${doctorShop.mail.host}` });
  expect(wrongPassword.bad).toMatchObject([
    { name: 'mail server', outcome: 'fail', ...checkMatching(/535/, /user and password/) },
  ]);
  expect(wrongPassword.text).not.toContain('hunter-2');
});

test('doctor: reports payment providers with refused keys, with test keys and without a response', async () => {
  await addBackupFile();
  const withWrongKeys = await doctor({ MONTONIO_SECRET_KEY: 'of-another-shop', STRIPE_SECRET_KEY: 'of-another-shop' });
  expect(withWrongKeys.bad).toMatchObject([
    { name: 'montonio', outcome: 'fail', ...checkMatching(/does not accept the keys/, /MONTONIO_SECRET_KEY/) },
    { name: 'stripe', outcome: 'fail', ...checkMatching(/does not accept the keys/, /STRIPE_SECRET_KEY/) },
  ]);
  expect(withWrongKeys.text).not.toContain('of-another-shop');
  const unreachable = await doctor({ MONTONIO_URL: 'http://127.0.0.1:1', STRIPE_URL: 'http://127.0.0.1:1' });
  expect(unreachable.bad).toMatchObject([
    { name: 'montonio', outcome: 'fail', ...checkMatching(/no answer/, /may connect/) },
    { name: 'stripe', outcome: 'fail', ...checkMatching(/no answer/, /may connect/) },
  ]);
  const testAccount = await startStripeFake({ secretKey: 'sk_test_1', webhookSecret: 'w' });
  onTestFinished(testAccount.close);
  const withTestKey = await doctor({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_URL: testAccount.url });
  expect(withTestKey.bad).toMatchObject([
    { name: 'stripe', outcome: 'warn', ...checkMatching(/no money moves/, /before you open/) },
  ]);
  const none = await doctor({
    MONTONIO_ACCESS_KEY: '',
    MONTONIO_SECRET_KEY: '',
    STRIPE_SECRET_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
  });
  expect(none.bad).toEqual([]);
});
