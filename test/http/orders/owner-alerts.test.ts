import { hostname } from 'node:os';
import { beforeEach, describe, expect, test } from 'vitest';
import { diskAlert, type Watch, watchJob } from '../../../src/jobs/watch.ts';
import type { Alert } from '../../../src/shop/checkout/desk/alerts.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const database = ordersDatabase();
const query = (sql: string) => database.db.pool.query(sql);

/** The time of the check, since `fridayNoon`. */
let minutesSinceNoon: number;
let alerts: Alert[];

beforeEach(async () => {
  minutesSinceNoon = 0;
  alerts = [];
  await seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 100 } }]);
  const app = await ordersApp(database.db.kysely);
  await place(app, form({ items: items(['tire', 1]) }));
  await place(app, form({ items: items(['tire', 1]) }));
});

type CheckOptions = { minutesLater?: number; send?: Watch['send'] };

/**
 * Runs the scheduled check, `minutesLater` than the previous one; returns the alerts that it mails to the owner. `send`:
 * replaces the mailing.
 */
async function runCheck({ minutesLater = 0, send = async (alert) => void alerts.push(alert) }: CheckOptions = {}) {
  minutesSinceNoon += minutesLater;
  alerts = [];
  const context = testShopContext(database.db.kysely, {
    now: () => new Date(fridayNoon.getTime() + minutesSinceNoon * 60_000),
  });
  const { run } = watchJob({ dataDir: '/no/such/folder', send });
  await run({ shop: context, sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} });
  return alerts;
}

const markForReview = (count: number) =>
  query(
    `update orders set review = case when id in (select id from orders order by id limit ${count}) then 'overpaid' end`,
  );

test('sends no mail without a problem', async () => {
  expect(await runCheck()).toEqual([]);
});

describe('a problem', () => {
  test('is mailed at once, then once a day while it does not change', async () => {
    await markForReview(1);
    expect(await runCheck()).toMatchObject([{ kind: 'reviews', count: 1 }]);
    expect(await runCheck({ minutesLater: 5 })).toEqual([]);
    expect(await runCheck({ minutesLater: 24 * 60 - 6 })).toEqual([]);
    expect(await runCheck({ minutesLater: 1 })).toHaveLength(1);
  });

  test('is mailed again when it grows, at the earliest an hour later', async () => {
    await markForReview(1);
    await runCheck();
    await markForReview(2);
    expect(await runCheck({ minutesLater: 55 })).toEqual([]);
    expect(await runCheck({ minutesLater: 5 })).toMatchObject([{ kind: 'reviews', count: 2 }]);
  });

  test('is mailed again when it disappears and returns, at the earliest an hour later', async () => {
    await markForReview(1);
    await runCheck();
    await markForReview(0);
    await runCheck({ minutesLater: 5 });
    await markForReview(1);
    expect(await runCheck({ minutesLater: 5 })).toEqual([]);
    expect(await runCheck({ minutesLater: 50 })).toHaveLength(1);
  });

  test('is recorded before its mail is sent, so that a crash causes no second mail within an hour', async () => {
    await markForReview(1);
    const recordedRows: object[] = [];
    const send = async () => void recordedRows.push(...(await query('select trouble, told from owner_alerts')).rows);
    await runCheck({ send });
    expect(recordedRows).toEqual([{ trouble: 'reviews', told: '' }]);
    await query(`update owner_alerts set told = ''`);
    expect(await runCheck({ minutesLater: 55 })).toEqual([]);
    expect(await runCheck({ minutesLater: 5 })).toHaveLength(1);
  });

  test('is mailed by the next check after its mail failed, and does not block another problem', async () => {
    await markForReview(1);
    await query(`insert into pgboss.job (name, state) values ('send-letter', 'failed')`);
    const mailedKinds: string[] = [];
    const send = async ({ kind }: Alert) => {
      if (kind === 'dead-jobs') throw new Error('no mail server');
      mailedKinds.push(kind);
    };
    await expect(runCheck({ send })).rejects.toThrow('1 alerts of the owner failed: no mail server');
    expect(mailedKinds).toEqual(['reviews']);
    expect(await runCheck({ minutesLater: 5 })).toMatchObject([{ kind: 'dead-jobs', details: ['send-letter: 1'] }]);
  });
});

const insertFinding = (kind: string) =>
  `insert into recon_findings (provider, provider_ref, kind, data, found_at) values ('stripe', 'ref', '${kind}', '{}', now())`;

test.each<[problem: string, insertCause: string, alert: Partial<Alert>]>([
  [
    'a difference in the reconciliation',
    insertFinding('unknown-here'),
    { kind: 'findings', details: ['stripe ref: unknown-here'] },
  ],
  [
    'a restore that nobody has confirmed',
    `insert into restores (at, until, source) values ('2026-11-20 09:00+02', '2026-11-20 02:30+02', 'backup')`,
    { kind: 'restored', details: ['backup: 2026-11-20 02:30 → 2026-11-20 09:00'] },
  ],
  [
    'a rejected price list',
    `insert into supplier_feeds (supplier, tried_at, result, words) values
       ('latakko', now(), 'refused', '{"reason":"cut-short","format":"XML"}')`,
    {
      kind: 'price-list',
      subject: 'latakko',
      details: ['the XML ends in the middle'],
      parts: [[{ listRefusal: { reason: 'cut-short', format: 'XML' } }]],
    },
  ],
  [
    'a price list that an earlier version rejected',
    `insert into supplier_feeds (supplier, tried_at, result, words) values ('latakko', now(), 'refused', 'half of it is gone')`,
    { kind: 'price-list', subject: 'latakko', details: ['half of it is gone'] },
  ],
  [
    'a scheduled job whose last run failed',
    `insert into pgboss.schedule (name, cron) values ('find-payment', '40 3 * * *');
     insert into pgboss.job (name, state, completed_on) values
       ('find-payment', 'completed', now() - interval '2 days'), ('find-payment', 'failed', now() - interval '1 day')`,
    { kind: 'failing-jobs', details: ['find-payment'], parts: [[{ job: 'find-payment' }]] },
  ],
])('%s is mailed', async (_problem, insertCause, alert) => {
  await query(insertCause);
  expect(await runCheck()).toEqual([expect.objectContaining({ count: 1, ...alert })]);
  await query('delete from pgboss.schedule');
});

test('the owner is mailed about a held count that differs from the holds of orders', async () => {
  await query(`update stock set held = held + 1`);
  const mailed = await runCheck();
  await query(`update stock set held = held - 1`);
  expect(mailed).toMatchObject([{ kind: 'stock-drift', count: 1, details: ['tire ringtee: held 3 ≠ 2'] }]);
});

test('a photograph whose files are lost is mailed once', async () => {
  const design = {
    manufacturer_id: 'nokian',
    model: 'Hakka',
    season: 'summer',
    studs: 'none',
    runflat: false,
  } as const;
  const terms = { source: 'own', supplier: null, licence: 'own', credit: null, until: null, in_feed: true } as const;
  const added = { in_preview: true, added_at: fridayNoon, added_by: 'operator', photo: 'a'.repeat(16) };
  const { id } = await database.db.kysely
    .insertInto('tire_photos')
    .values({ ...design, ...terms, ...added })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await runCheck()).toEqual([
    { kind: 'lost-photos', subject: hostname(), count: 1, details: [`nokian Hakka (${id})`] },
  ]);
  // Found by another machine, which closes it itself.
  const ofOther = { trouble: 'lost-photos other-machine', told: '1', told_at: fridayNoon };
  await database.db.kysely.insertInto('owner_alerts').values(ofOther).execute();
  expect(await runCheck({ minutesLater: 5 })).toEqual([]);
  const open = await database.db.kysely
    .selectFrom('owner_alerts')
    .select('told')
    .where('trouble', '=', ofOther.trouble);
  expect(await open.executeTakeFirst()).toEqual({ told: '1' });
});

test('a disk with less than 5 % or 1 GiB free causes an alert with the host name', async () => {
  /** A disk of these sizes in GiB. */
  const disk = (free: number, total: number) => async () => ({
    bavail: free * 1024,
    blocks: total * 1024,
    bsize: 2 ** 20,
  });
  const alertFor = (free: number, total: number) => diskAlert('/data', disk(free, total) as never);
  expect(await alertFor(1, 20)).toBeNull();
  expect(await alertFor(0.9, 10)).toMatchObject({ kind: 'disk', subject: hostname(), details: ['/data: < 1024 MiB'] });
  expect(await alertFor(4, 100)).toMatchObject({ details: ['/data: < 4096 MiB'] });
});

test('the owner is mailed about a new passkey for one day', async () => {
  await query(`insert into staff (login, name, role, created_at) values ('kati', 'Kati', 'owner', now())`);
  await query(`insert into staff_passkeys (id, staff_id, public_key, counter, transports, backed_up, name, created_at)
    select 'key', id, '\\x00', 0, '{}', false, 'phone', '${fridayNoon.toISOString()}' from staff`);
  expect(await runCheck({ minutesLater: 1 })).toMatchObject([
    { kind: 'new-passkeys', count: 1, details: ['Kati (kati, owner): phone'] },
  ]);
  expect(await runCheck({ minutesLater: 24 * 60 })).toEqual([]);
});
