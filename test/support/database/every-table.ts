import pg from 'pg';
import { onTestFinished } from 'vitest';

/** The tables that have rows after the tests have used the shop and called `fillRemainingTables`. */
export const filledTables = [
  'catalogue_state',
  'idempotency_keys',
  'import_sources',
  'import_stock',
  'imports',
  'letters',
  'manufacturers',
  'order_events',
  'order_lines',
  'orders',
  'owner_alerts',
  'payment_ledger',
  'payments',
  'price_history',
  'recon_findings',
  'refunds',
  'schema_migrations',
  'secrets',
  'sequences',
  'stock',
  'stock_changes',
  'stock_holds',
  'supplier_feeds',
  'tire_sources',
  'tires',
  'webhook_events',
  'withdrawals',
];

/** Adds rows, with characters that COPY must escape, to the tables that a test does not fill by using the shop. */
export async function fillRemainingTables(url: string): Promise<void> {
  const charactersToEscape = 'a\ttab, a line\nend, a return\r, a back\\slash, \\N, \\., „õäöü“, Щукарёв, 🛞';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const order = 'select min(id) from orders';
  await client.query('update orders set note = $1, company = $2', [
    charactersToEscape,
    { name: charactersToEscape, regCode: '', vatNumber: null },
  ]);
  await client.query(
    `insert into price_history (tire_id, price_cents, since) values ('tire', null, now()), ('tire', 1, '2026-01-01')`,
  );
  await client.query(
    `insert into imports (at, file, actor, suppliers, counts, demonstration)
     values (now(), $1, 'operator', array[$1, '', 'NULL', 'a,b'], '{"added": 1}', false)`,
    [charactersToEscape],
  );
  await client.query(`insert into import_sources select (select max(id) from imports), t.* from tire_sources t`);
  await client.query(`insert into import_stock select max(id), 'tire', 'ringtee', 1, 2, 0 from imports`);
  await client.query(`insert into owner_alerts values ($1, $1, now())`, [charactersToEscape]);
  await client.query(
    `insert into supplier_feeds (supplier, tried_at, result, words) values ('seed', now(), 'failed', $1)`,
    [charactersToEscape],
  );
  await client.query(
    `insert into withdrawals (order_id, number, name, email, received_at, locale) values ((${order}), 'R', $1, $1, now(), 'ee')`,
    [charactersToEscape],
  );
  await client.query(
    `insert into webhook_events (provider, event_key, received_at, provider_ref, stale) values ('montonio', $1, now(), $1, false)`,
    [charactersToEscape],
  );
  await client.query(
    `insert into recon_findings (provider, provider_ref, kind, data, found_at) values ('stripe', $1, 'unknown-here', $2, now())`,
    [charactersToEscape, { charactersToEscape }],
  );
}
