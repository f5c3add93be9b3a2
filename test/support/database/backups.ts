import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { commandRunner } from '../command.ts';
import type { shopOfOrders } from '../orders/shop-of-orders.ts';
import { type Template, testDatabase } from './database.ts';
import { temporaryFolder } from './temporary-database.ts';

export const emptyTemplate: Template = { name: 'nothing', fill: async () => {} };

/** Creates an empty database, which is dropped after the test. Returns its URL. */
export async function createEmptyDatabase(): Promise<string> {
  const { url, drop } = await testDatabase(emptyTemplate);
  onTestFinished(drop);
  return url;
}

/** Creates an empty database and a role that owns it without other rights, and drops both after the test. Returns the URL with that role. */
export async function createOwnedDatabase(): Promise<string> {
  const { url, drop } = await testDatabase(emptyTemplate);
  const { pathname } = new URL(url);
  const owner = `owner_of${pathname.slice(1)}`;
  await query(
    url,
    `create role ${owner} login password 'plain'; alter database ${pathname.slice(1)} owner to ${owner}`,
  );
  onTestFinished(async () => {
    await drop();
    await query(Object.assign(new URL(url), { pathname: '/postgres' }).href, `drop role ${owner}`);
  });
  return Object.assign(new URL(url), { username: owner, password: 'plain' }).href;
}

/** A path for a file, in a new folder that is removed after the test. */
export async function temporaryFile(name = 'backup.zip'): Promise<string> {
  return join(await temporaryFolder(), name);
}

export async function createBackup(shop: ReturnType<typeof shopOfOrders>): Promise<string> {
  const file = await temporaryFile();
  expect(await shop.run(['backup', file])).toMatchObject({ code: 0, err: '' });
  return file;
}

/** Restores a backup into the database at `url`; returns exit code, JSON result and stderr. */
export async function restoreBackup(url: string, file: string, ...args: string[]) {
  const { code, out, err } = await commandRunner({ url })(['restore', file, '--json', ...args]);
  const { ok, reason } = JSON.parse(out || '{}');
  return { code, ok, reason, err };
}

export const tablesOf = async (url: string) =>
  Object.keys(await contentsOf(url)).filter((name) => name !== 'sequences');

export async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query(sql)).rows);
}

/** All rows as text, by table, and the current value of every identity column. */
export async function contentsOf(url: string): Promise<Record<string, string[]>> {
  return withClient(url, async (client) => {
    const texts = async (sql: string) => (await client.query<{ text: string }>(sql)).rows.map(({ text }) => text);
    const contents: Record<string, string[]> = {};
    for (const name of await texts(`select tablename as text from pg_tables where schemaname = 'public' order by 1`)) {
      contents[name] = await texts(`select t::text as text from public.${name} t order by 1`);
    }
    const sequences = await texts(`
      select sequencename || ' ' || coalesce(last_value::text, 'not used') as text from pg_sequences
      where schemaname = 'public' order by 1`);
    return { ...contents, sequences };
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
