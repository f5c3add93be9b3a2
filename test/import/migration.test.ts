import pg from 'pg';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import { migrate } from '../../src/database/migrate.server.ts';
import { migrations } from '../../src/database/migrations.server.ts';
import { importPriceList } from '../../src/shop/catalog/import/import-price-list.server.ts';
import { undoImport } from '../../src/shop/catalog/import/undo.server.ts';
import { readPriceRules } from '../../src/shop/catalog/prices/rules/price-rules.ts';
import { mailboxOf } from '../../src/shop/checkout/place/order-attempt.server.ts';
import { confirmHolds } from '../../src/shop/checkout/settle/holds.server.ts';
import { testDatabase } from '../support/database/database.ts';
import { brokenInvariants } from '../support/database/invariants.ts';
import { oldRows, oldSales } from '../support/database/old-rows.ts';
import { csv, nextDay, streamOf } from './price-list.ts';

test('migrates the tires, stock and open order of a shop from before suppliers were stock locations', async () => {
  await withMigratedDatabase([['0006', oldRows]], async (db) => {
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
    const change = { at: nextDay, actor: 'operator' };
    await db.kysely
      .transaction()
      .execute((trx) => confirmHolds(trx, async () => {}, { id: 1, branch: 'ringtee' }, change, { isPaid: true }));
    const stock = db.kysely
      .selectFrom('stock')
      .select(['place', 'on_hand', 'held', 'sold', 'owed', 'lead_days'])
      .orderBy('place');
    expect(await stock.where('tire_id', '=', 'old').execute()).toEqual([
      { place: 'ringtee', on_hand: 4, held: 0, sold: 0, owed: 0, lead_days: 0 },
      { place: 'supplier:latakko', on_hand: 19, held: 0, sold: 0, owed: 4, lead_days: 2 },
    ]);
  });
});

test('undoes an import whose previous sources were stored as JSON', async () => {
  const inserts: [before: string, rows: string][] = [
    ['0006', oldRows],
    ['0008', oldImport],
  ];
  await withMigratedDatabase(inserts, async (db) => {
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
  await withMigratedDatabase(
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

test('counts sold tires as sold or owed until they are handed over, and changes no free count, with 20,000 orders', async () => {
  await withMigratedDatabase([['0015', oldSales]], async ({ pool }) => {
    const { rows: changed } = await pool.query(`
      select tire_id, place from stock join free_before using (tire_id, place)
      where free_before.free <> on_hand - held - sold - owed`);
    expect(changed).toEqual([]);
    const { rows: states } = await pool.query(`
      select o.status, h.state, count(*)::int from stock_holds h join orders o on o.id = h.order_id
      group by 1, 2 order by 1, 2`);
    expect(states).toEqual([
      { status: 'awaiting_payment', state: 'held', count: 4000 },
      { status: 'cancelled', state: 'released', count: 4000 },
      { status: 'completed', state: 'handed_over', count: 4000 },
      { status: 'confirmed', state: 'ordered', count: 2000 },
      { status: 'confirmed', state: 'sold', count: 2000 },
      { status: 'ready', state: 'ordered', count: 2000 },
      { status: 'ready', state: 'sold', count: 2000 },
    ]);
    expect(await brokenInvariants({ pool })).toEqual([]);
  });
});

test('marks refused tires of an open order as missing', async () => {
  const refused = `update purchase_lines set refused = 3, owed = 1; update stock set owed = 1 where owed = 4;
    update orders set payment_method = 'pay_at_branch'`;
  const rows: [string, string][] = [
    ['0006', oldRows],
    ['0021', refused],
  ];
  await withMigratedDatabase(rows, async ({ pool }) => {
    const { rows: holds } = await pool.query('select state, count from stock_holds order by state');
    expect(holds).toEqual([
      { state: 'missing', count: 3 },
      { state: 'ordered', count: 1 },
    ]);
    expect((await pool.query('select count, received from purchase_for')).rows).toEqual([{ count: 1, received: 0 }]);
    expect(await brokenInvariants({ pool })).toEqual([]);
  });
});

test('calls campaigns of applied rules without titles, or with percentages in them, by their ids', async () => {
  const rules = (id: string, campaigns: object[]) => {
    const content = JSON.stringify({ markup: [{ name: 'rest', percent: 20 }], campaigns });
    return `insert into price_rules (at, actor, file, hash, rules, vat, clock, priced_at)
      values ('2026-11-20', '${id}', 'prices.local.ts', 'hash', '${content}', '[]', 'kept', '2026-11-20');`;
  };
  const campaign = { from: '2026-12-01', to: '2026-12-07', percentOff: 20 };
  const titled = (id: string, title: string) => ({ ...campaign, id, title: { ee: title, en: title, ru: title } });
  const untitled = [
    { ...campaign, id: 'winter' },
    { ...campaign, id: 'late', when: { rim: 17 } },
  ];
  const inserts: [string, string][] = [
    ['0006', oldRows],
    ['0053', rules('none', []) + rules('untitled', untitled)],
    [
      '0054',
      `${rules('titled', [titled('a', 'Talv −20%'), titled('b', 'Talv')])}
      update tires set campaign = '{"ee": "Talv −20%", "en": "Talv", "ru": "Talv"}' where id = 'old';
      insert into tire_prices (tire_id, rules_id, set_by, regular_cents, base_cents, base_day, campaign)
      values ('old', 1, 'latakko', 7990, 7990, '2026-11-20', 'a')`,
    ],
  ];
  await withMigratedDatabase(inserts, async ({ kysely }) => {
    const stored = await kysely.selectFrom('price_rules').select(['rules', 'clock', 'file']).orderBy('id').execute();
    const titles = stored.map((row) =>
      readPriceRules(row.rules, row.file).campaigns.map(({ id, title }) => [id, title]),
    );
    const called = (name: string) => ({ ee: name, en: name, ru: name });
    expect(titles).toEqual([
      [],
      [
        ['winter', called('winter')],
        ['late', called('late')],
      ],
      [
        ['a', called('a')],
        ['b', called('Talv')],
      ],
    ]);
    expect(stored[1]).toMatchObject({
      clock: 'kept',
      rules: {
        markup: [{ name: 'rest', percent: 20 }],
        campaigns: [{}, { ...campaign, id: 'late', when: { rim: 17 } }],
      },
    });
    const shown = await kysely.selectFrom('tires').select(['id', 'campaign']).orderBy('id').execute();
    expect(shown).toEqual([
      { id: 'gone', campaign: null },
      { id: 'old', campaign: called('a') },
    ]);
  });
});

/** Inserts each set of rows before the migration named with it, runs all migrations, then calls `work`. */
async function withMigratedDatabase(inserts: [before: string, rows: string][], work: (db: Database) => Promise<void>) {
  const { url, drop } = await testDatabase();
  const db = openDatabase(url);
  try {
    const client = new pg.Client(url);
    await client.connect();
    await client.query('drop schema public cascade; create schema public');
    for (const [before, rows] of inserts) {
      const earlier = migrations.filter(({ name }) => name < before);
      await migrate(client, earlier, () => {});
      await client.query(rows);
    }
    await migrate(client, migrations, () => {});
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
