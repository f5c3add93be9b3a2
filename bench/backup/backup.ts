import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { costOf } from '../command-cost.ts';
import { fillWithTires } from '../filled-database.ts';
import { orderForms } from '../orders/forms.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { placeOrders } from './place-orders.ts';

/** Measures time, size and memory of a backup and its restore, with `--tires N` and `--orders N` in the database. */
export async function backup(options: string[]): Promise<void> {
  const optionTypes = { tires: { type: 'string' }, orders: { type: 'string' } } as const;
  const { values } = parseArgs({ args: options, options: optionTypes });
  const [tires, orders] = [Number(values.tires ?? 50_000), Number(values.orders ?? 20_000)];
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-backup-'));
  const file = join(folder, 'backup.zip');
  try {
    await onTemporaryDatabase(async (url) => {
      await fillWithTires(url, tires);
      await placeOrders(url, await orderForms(url, orders));
      const written = await costOf(url, ['backup', file]);
      const restored = await costOf(await createEmptyDatabase(url), ['restore', file]);
      console.table({
        backup: { seconds: written.seconds.toFixed(1), 'peak MB': written.peakMb },
        restore: { seconds: restored.seconds.toFixed(1), 'peak MB': restored.peakMb },
      });
      const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
      console.log(
        `${tires} tires, ${orders} orders: ${megabytes((await stat(file)).size)} in the file, ${megabytes(await databaseSize(url))} in PostgreSQL`,
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function createEmptyDatabase(url: string): Promise<string> {
  await query(url, 'create database restored');
  return Object.assign(new URL(url), { pathname: '/restored' }).href;
}

/** The size of a database in bytes. */
async function databaseSize(url: string): Promise<number> {
  const [row] = await query(url, 'select pg_database_size(current_database())::int8 as bytes');
  return Number(row?.bytes);
}

async function query(url: string, sql: string): Promise<{ bytes?: string }[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
