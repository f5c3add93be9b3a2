import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import { migrate } from '../../src/database/migrate.server.ts';
import { importPriceList } from '../../src/shop/catalog/import/import-price-list.server.ts';
import { undoImport } from '../../src/shop/catalog/import/undo.server.ts';
import { mailboxOf } from '../../src/shop/checkout/place/order-attempt.server.ts';
import { moveHolds } from '../../src/shop/checkout/settle/holds.server.ts';
import { testDatabase } from '../support/database/database.ts';
import { oldRows } from '../support/database/old-rows.ts';
import { csv, nextDay, streamOf } from './price-list.ts';

const folder = join(import.meta.dirname, '../../src/database/migrations');

test('migrates the tires, stock and open order of a shop from before suppliers were stock locations', async () => {
  await migrated([['0006', oldRows]], async (db) => {
    const alikeQuery = db.kysely.selectFrom('tire_sources').select('alike').where('tire_id', '=', 'old');
    const alike = await alikeQuery.execute();
    const report = await importPriceList(db, streamOf(csv([{ stock_supplier: '19' }])), {
      now: nextDay,
      branches: ['ringtee', 'annelinn'],
    });
    expect(report).toMatchObject({ updated: 1, added: 0, stockChanged: 1, priceChanged: 0 });
    expect(await db.kysely.selectFrom('tires').select(['id', 'on_sale']).orderBy('id').execute()).toEqual([
      { id: 'gone', on_sale: false },
      { id: 'old', on_sale: true },
    ]);
    expect(await alikeQuery.execute()).toEqual(alike);
    const { rows } = await db.pool.query('select place, before from stock_changes');
    expect(rows).toEqual([{ place: 'supplier:latakko', before: 5 }]);
    await db.kysely.transaction().execute((trx) => moveHolds(trx, 1, 'sell'));
    const stock = db.kysely.selectFrom('stock').select(['place', 'on_hand', 'held', 'lead_days']).orderBy('place');
    expect(await stock.where('tire_id', '=', 'old').execute()).toEqual([
      { place: 'ringtee', on_hand: 4, held: 0, lead_days: 0 },
      { place: 'supplier:latakko', on_hand: 15, held: 0, lead_days: 2 },
    ]);
  });
});

test('undoes an import whose previous sources were stored as JSON', async () => {
  const rows: [string, string][] = [
    ['0006', oldRows],
    ['0008', oldImport],
  ];
  await migrated(rows, async (db) => {
    expect(await undoImport(db.kysely, { now: nextDay, actor: 'operator' })).toMatchObject({ ok: true, restored: 1 });
    const prices = await db.kysely.selectFrom('tires').select(['id', 'price_cents', 'marks']).orderBy('id').execute();
    expect(prices).toEqual([
      { id: 'gone', price_cents: 7990, marks: [] },
      { id: 'old', price_cents: 6990, marks: ['XL'] },
    ]);
  });
});

test('fills in the mailbox of earlier orders that count for the limits: open orders, and those of the last day', async () => {
  const emails = [
    'Mari+1@Example.com',
    'm.a.r.i+x@GoogleMail.com',
    'm.ari@gmail.com',
    '+mari@example.com',
    "o'neil_1@x-y.ie",
  ];
  const copies = emails.map(
    (email, n) => `
    insert into orders (number, token_hash, status, locale, name, email, phone, branch, fulfilment, note, payment_method,
      reference, total_cents, vat_percent, placed_at, promised_on, held_until, terms_accepted_at)
    select 'R26-${n}' || state, token_hash, state, locale, name, '${email.replace("'", "''")}', phone, branch, fulfilment,
      note, payment_method, '${n}' || state, total_cents, vat_percent, placed, promised_on, held_until, terms_accepted_at
    from orders, (values ('ready', now() - interval '9 days'), ('cancelled', now() - interval '1 hour'),
      ('expired', now() - interval '2 days')) as t (state, placed) where number = 'R26-AAAAA'`,
  );
  await migrated(
    [
      ['0006', oldRows],
      ['0011', copies.join(';')],
    ],
    async (db) => {
      const { rows } = await db.pool.query('select email, status, mailbox from orders order by id');
      expect(rows).toHaveLength(1 + 3 * emails.length);
      for (const { email, status, mailbox } of rows) {
        expect([email, status, mailbox]).toEqual([email, status, status === 'expired' ? null : mailboxOf(email)]);
      }
    },
  );
});

/** Inserts each set of rows before the migration named with it, runs all migrations, then calls `work`. */
async function migrated(inserts: [before: string, rows: string][], work: (db: Database) => Promise<void>) {
  const { url, drop } = await testDatabase();
  const db = openDatabase(url);
  try {
    const files = (await readdir(folder)).sort();
    const all = await Promise.all(
      files.map(async (file) => ({ name: file.slice(0, -4), sql: await readFile(join(folder, file), 'utf8') })),
    );
    const client = new pg.Client(url);
    await client.connect();
    await client.query('drop schema public cascade; create schema public');
    for (const [before, rows] of inserts) {
      const earlier = all.filter(({ name }) => name < before);
      await migrate(client, earlier, () => {});
      await client.query(rows);
    }
    await migrate(client, all, () => {});
    await client.end();
    await work(db);
  } finally {
    await db.close();
    await drop();
  }
}

const oldImport = `
  insert into imports (at, file, actor, suppliers, counts, demonstration)
  values ('2026-11-01', 'old.csv', 'operator', '{latakko}', '{}', false);
  insert into import_sources (import_id, before)
  select 1, to_json(k)::jsonb || '{"price_cents": 6990, "marks": ["XL"]}' from tire_sources k where tire_id = 'old'`;
