import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import { migrate } from '../../src/database/migrate.server.ts';
import { importPriceList } from '../../src/shop/catalog/import/import-price-list.server.ts';
import { undoImport } from '../../src/shop/catalog/import/undo.server.ts';
import { moveHolds } from '../../src/shop/checkout/move-holds.server.ts';
import { testDatabase } from '../support/database.ts';
import { csv, later, streamOf } from './price-list.ts';

const folder = join(import.meta.dirname, '../../src/database/migrations');

test('a shop from before suppliers were places: tires, stock and an open order go on', async () => {
  await migrated([['0006', oldRows]], async (db) => {
    const described = db.kysely.selectFrom('tire_sources').select('alike').where('tire_id', '=', 'old');
    const alike = await described.execute();
    const report = await importPriceList(db, streamOf(csv([{ stock_supplier: '19' }])), {
      now: later,
      branches: ['ringtee', 'annelinn'],
    });
    expect(report).toMatchObject({ updated: 1, added: 0, stockChanged: 1, priceChanged: 0 });
    expect(await db.kysely.selectFrom('tires').select(['id', 'on_sale']).orderBy('id').execute()).toEqual([
      { id: 'gone', on_sale: false },
      { id: 'old', on_sale: true },
    ]);
    expect(await described.execute()).toEqual(alike);
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

test('an import from when sources were kept as JSON can be taken back', async () => {
  const rows: [string, string][] = [
    ['0006', oldRows],
    ['0008', oldImport],
  ];
  await migrated(rows, async (db) => {
    expect(await undoImport(db.kysely, { now: later, actor: 'operator' })).toMatchObject({ ok: true, restored: 1 });
    const prices = await db.kysely.selectFrom('tires').select(['id', 'price_cents', 'marks']).orderBy('id').execute();
    expect(prices).toEqual([
      { id: 'gone', price_cents: 7990, marks: [] },
      { id: 'old', price_cents: 6990, marks: ['XL'] },
    ]);
  });
});

/** Runs `work` on a shop that was at each of these migrations when such rows were written, and has them all now. */
async function migrated(written: [before: string, rows: string][], work: (db: Database) => Promise<void>) {
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
    for (const [before, rows] of written) {
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

const oldRows = `
  insert into manufacturers values ('nokian', 'Nokian');
  insert into tires (id, supplier, supplier_sku, manufacturer_id, model, season, studs, runflat, vehicle, competition,
    tread_width, profile, diameter, construction, load_index, speed_index, marks, fuel, wet, noise_db, noise_class, snow,
    ice, dot_year, weight_grams, price_cents, on_sale)
  select id, 'latakko', sku, 'nokian', 'Hakka Blue 3', 'summer', 'none', false, 'car', false, 205, 55, 16, 'R', '91', 'V',
    '{}', 'C', 'A', 67, 'A', false, false, 2026, 9100, 7990, on_sale
  from (values ('old', 'T1', true), ('gone', 'T0', false)) as t (id, sku, on_sale);
  insert into stock values ('old', 'ringtee', 4, 0, 0), ('old', 'supplier', 20, 4, 2), ('gone', 'supplier', 0, 0, 2);
  insert into price_history values ('old', 7990, '2026-01-01'), ('gone', 7990, '2026-01-01');
  insert into stock_changes (tire_id, place, before, after, at, actor)
  values ('old', 'supplier', 5, 20, now(), 'operator');
  insert into orders (number, token_hash, status, locale, name, email, phone, branch, fulfilment, note, payment_method,
    reference, total_cents, vat_percent, placed_at, promised_on, held_until, terms_accepted_at)
  values ('R26-AAAAA', '', 'confirmed', 'ee', 'Mari', 'mari@example.com', '+372', 'ringtee', 'pickup', '', 'branch',
    '1', 31960, 24, now(), now(), now(), now());
  insert into order_lines values (1, 0, 'old', 'Nokian Hakka Blue 3', '205/55 R16 91V', 4, 7990);
  insert into stock_holds values (1, 0, 'old', 'supplier', 4, 2, 'held')`;

const oldImport = `
  insert into imports (at, file, actor, suppliers, counts, demonstration)
  values ('2026-11-01', 'old.csv', 'operator', '{latakko}', '{}', false);
  insert into import_sources (import_id, before)
  select 1, to_json(k)::jsonb || '{"price_cents": 6990, "marks": ["XL"]}' from tire_sources k where tire_id = 'old'`;
