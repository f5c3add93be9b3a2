import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Tables written before they are compared, by acts of the shop or by `fillTheRest`. */
export const written = [
  ...['catalogue_state', 'idempotency_keys', 'import_sources', 'import_stock', 'imports', 'letters', 'manufacturers'],
  ...['order_events', 'order_lines', 'orders', 'owner_alerts', 'payment_ledger', 'payments', 'price_history'],
  ...[
    'recon_findings',
    'refunds',
    'schema_migrations',
    'secrets',
    'sequences',
    'stock',
    'stock_changes',
    'stock_holds',
  ],
  ...['supplier_feeds', 'tire_sources', 'tires', 'webhook_events', 'withdrawals'],
];

/** Adds rows to every table that acts of the shop left empty, with all characters that could break a line of text. */
export async function fillTheRest(url: string): Promise<void> {
  const awkward = 'a\ttab, a line\nend, a return\r, a back\\slash, \\N, \\., „õäöü“, Щукарёв, 🛞';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const order = 'select min(id) from orders';
  await client.query('update orders set note = $1, company = $2', [
    awkward,
    { name: awkward, regCode: '', vatNumber: null },
  ]);
  await client.query(
    `insert into price_history (tire_id, price_cents, since) values ('tire', null, now()), ('tire', 1, '2026-01-01')`,
  );
  await client.query(
    `insert into imports (at, file, actor, suppliers, counts, demonstration)
     values (now(), $1, 'operator', array[$1, '', 'NULL', 'a,b'], '{"added": 1}', false)`,
    [awkward],
  );
  await client.query(`insert into import_sources select (select max(id) from imports), t.* from tire_sources t`);
  await client.query(`insert into import_stock select max(id), 'tire', 'ringtee', 1, 2, 0 from imports`);
  await client.query(`insert into owner_alerts values ($1, $1, now())`, [awkward]);
  await client.query(
    `insert into supplier_feeds (supplier, tried_at, result, words) values ('seed', now(), 'failed', $1)`,
    [awkward],
  );
  await client.query(
    `insert into withdrawals (order_id, number, name, email, received_at, locale) values ((${order}), 'R', $1, $1, now(), 'ee')`,
    [awkward],
  );
  await client.query(
    `insert into webhook_events (provider, event_key, received_at, provider_ref, stale) values ('montonio', $1, now(), $1, false)`,
    [awkward],
  );
  await client.query(
    `insert into recon_findings (provider, provider_ref, kind, data, found_at) values ('stripe', $1, 'unknown-here', $2, now())`,
    [awkward, { awkward }],
  );
}
