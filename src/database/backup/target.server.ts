import type pg from 'pg';
import { tablesOf } from './describe.server.ts';
import { RefusedBackup } from './manifest.ts';

/** Throws RefusedBackup unless a backup may replace the contents. `replace` also allows replacing a catalogue. */
export async function refuseTarget(client: pg.ClientBase, { replace }: { replace: boolean }): Promise<void> {
  const contents = await contentsOf(client);
  if (contents === 'nothing' || (contents === 'catalogue' && replace)) return;
  if (contents === 'catalogue') {
    throw new RefusedBackup(
      'not-empty',
      'the database holds a catalogue already, but no orders, fitting times or money: --replace restores the backup in its place',
    );
  }
  if (contents === 'orders') {
    throw new RefusedBackup(
      'not-empty',
      'the database holds orders, fitting times, other requests of buyers, purchases, cash or bank entries, and a backup is never put over these: restore into an empty database (another DATABASE_URL or DATA_DIR)',
    );
  }
  throw new RefusedBackup(
    'foreign-tables',
    'the database holds tables that are not the shop’s: restore into an empty database of its own',
  );
}

const tablesNeverReplaced = [
  'orders',
  'withdrawals',
  'fitting_bookings',
  'stock_notices',
  'purchases',
  'cash_drawers',
  'bank_entries',
];

/** `orders`: `tablesNeverReplaced` have rows; `catalogue`: only tires or imports; `other`: not the shop's tables. */
async function contentsOf(client: pg.ClientBase): Promise<'nothing' | 'catalogue' | 'orders' | 'other'> {
  const tables = await tablesOf(client);
  if (tables.length === 0) return 'nothing';
  if (!tables.includes('schema_migrations')) return 'other';
  const containsRows = async (...names: string[]) => {
    for (const name of names.filter((name) => tables.includes(name))) {
      const { rowCount } = await client.query(`select from public.${name} limit 1`);
      if (rowCount) return true;
    }
    return false;
  };
  if (await containsRows(...tablesNeverReplaced)) return 'orders';
  return (await containsRows('tires', 'imports')) ? 'catalogue' : 'nothing';
}

/** Throws RefusedBackup while a shop or command has a session. `presence` and `shop lock` are the restore's own. */
export async function refuseWhileUsed(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and starts_with(application_name, 'rehvipood') and pid <> pg_backend_pid()
       and application_name not in ('rehvipood: presence', 'rehvipood: shop lock')
     order by 1`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new RefusedBackup('in-use', `a shop or a command uses this database (sessions: ${names}): stop it first`);
}
