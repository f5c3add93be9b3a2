import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { commandRunner } from '../../support/command.ts';
import { createEmptyDatabase, query } from '../../support/database/backups.ts';
import { checkMatching, problemsOf, shopWithDoctor } from '../../support/doctor.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();
const doctorShop = shopWithDoctor(shop);
const { doctor, makeBackup, addBackupFile } = doctorShop;

test('doctor: reports an unreachable database and still runs the other checks', async () => {
  await addBackupFile();
  const unreachable = await doctor({ DATABASE_URL: 'postgres://shop:hunter-2@127.0.0.1:1/shop' });
  expect(unreachable.bad).toMatchObject([
    { name: 'database', outcome: 'fail', ...checkMatching(/ECONNREFUSED/, /DATABASE_URL/) },
  ]);
  expect(unreachable.checks.map(({ name }) => name)).toContain('backups');
  expect(unreachable.text).not.toContain('hunter-2');
  const unset = await doctor({ DATABASE_URL: '' });
  expect(unset.bad).toMatchObject([
    { name: 'database', outcome: 'warn', ...checkMatching(/there is none yet/, /npm start/) },
  ]);
});

test('doctor: reports a missing or changed migration, a wrong encoding and a read-only database', async () => {
  await makeBackup();
  const url = await createEmptyDatabase();
  expect((await doctor({ DATABASE_URL: url })).bad).toMatchObject([
    { name: 'migrations', outcome: 'fail', ...checkMatching(/empty/, /npm start/) },
  ]);
  const name = `latin_${new URL(url).pathname.slice(1)}`;
  await query(url, `create database ${name} template template0 encoding 'LATIN1' locale 'C' locale_provider libc`);
  onTestFinished(() => query(url, `drop database ${name} with (force)`).then(() => {}));
  const latin = await doctor({ DATABASE_URL: Object.assign(new URL(url), { pathname: `/${name}` }).href });
  expect(latin.bad[0]).toMatchObject({ name: 'database', outcome: 'fail', ...checkMatching(/LATIN1/, /UTF8/) });
  await query(shop.database.url, `insert into schema_migrations (name, sha256) values ('9999_later', '')`);
  expect((await doctor()).bad).toMatchObject([
    { name: 'migrations', outcome: 'warn', ...checkMatching(/9999_later/, /Update/) },
  ]);
  await query(shop.database.url, `delete from schema_migrations where name = '9999_later'`);
  const copy = await createEmptyDatabase();
  const restoreEnv = { ...doctorShop.env, DATABASE_URL: copy };
  expect(await commandRunner({ url: copy })(['restore', '--move'], undefined, { env: restoreEnv })).toMatchObject({
    code: 0,
  });
  await query(copy, `alter database ${new URL(copy).pathname.slice(1)} set default_transaction_read_only = on`);
  const replica = await doctor({ DATABASE_URL: copy });
  expect(replica.bad).toMatchObject([{ name: 'writing', outcome: 'fail', ...checkMatching(/read-only/, /primary/) }]);
  await query(copy, `begin read write; update schema_migrations set sha256 = 'x' where name like '0003%'; commit`);
  expect((await doctor({ DATABASE_URL: copy })).bad).toMatchObject([
    { name: 'migrations', outcome: 'fail', ...checkMatching(/0003_catalogue_state/, /never edited/) },
  ]);
  await query(copy, `begin read write; delete from schema_migrations where name like '0003%'; commit`);
  expect((await doctor({ DATABASE_URL: copy })).bad).toMatchObject([
    { name: 'migrations', outcome: 'fail', ...checkMatching(/0003_catalogue_state/, /backup/) },
  ]);
});

test('doctor: reports everything that an employee must settle, with the command that settles it', async () => {
  await addBackupFile();
  const number = await shop.order();
  const client = new pg.Client({ connectionString: shop.database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`
    update orders set review = 'overpaid';
    update stock set held = held + 1 where place = 'ringtee';
    update pgboss.job set state = 'failed', completed_on = now();
    update catalogue_state set demonstration = true;
    insert into recon_findings (provider, provider_ref, kind, data, found_at) values ('stripe', 'pi_1', 'unknown-here', '{}', now());
    insert into supplier_feeds (supplier, tried_at, result, words) values ('latakko', now(), 'refused', 'half of it is gone');
    insert into withdrawals (number, name, email, received_at, locale) values ('R', 'Mari', 'm@example.com', '2026-11-16T10:00:00Z', 'ee')`);
  const { bad, code } = await doctor();
  await client.query(
    `update stock set held = held - 1 where place = 'ringtee'; update catalogue_state set demonstration = false; update orders set review = null`,
  );
  expect(code).toBe(3);
  expect(bad).toMatchObject([
    { name: 'catalogue', outcome: 'warn', ...checkMatching(/demonstration/, /import/) },
    { name: 'jobs', outcome: 'fail', ...checkMatching(/dead jobs?: send-letter/, /jobs retry/) },
    { name: 'reconciliation', outcome: 'warn', ...checkMatching(/^1 difference .*pi_1/, /findings list/) },
    { name: 'stock', outcome: 'fail', ...checkMatching(/tire ringtee: held 5 ≠ 4/, /stock check/) },
    { name: 'suppliers', outcome: 'warn', ...checkMatching(/latakko: half of it is gone/, /suppliers fetch/) },
    { name: 'reviews', outcome: 'warn', ...checkMatching(new RegExp(number), /orders reviewed/) },
    { name: 'withdrawals', outcome: 'warn', ...checkMatching(/the oldest 4 days old/, /14 days/) },
  ]);
  await client.query(`update withdrawals set received_at = '2026-11-08T10:00:00Z'`);
  expect((await doctor()).bad.find(({ name }) => name === 'withdrawals')).toMatchObject({ outcome: 'fail' });
});

test('doctor: warns of a missing or two days old backup; fails for one that is a week old', async () => {
  expect((await doctor()).bad).toMatchObject([
    { name: 'backups', outcome: 'warn', ...checkMatching(/there is none/, /shop -- backup/) },
  ]);
  await addBackupFile({ hoursAgo: 7 * 24 });
  expect(problemsOf(await doctor())).toEqual(['fail backups']);
  await addBackupFile({ hoursAgo: 50 });
  expect((await doctor()).bad).toMatchObject([
    { name: 'backups', outcome: 'warn', ...checkMatching(/is 50 hours old/, /every night/) },
  ]);
  await addBackupFile({ hoursAgo: 25 });
  expect((await doctor()).bad).toEqual([]);
});
