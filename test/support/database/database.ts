import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type EmbeddedServer, startEmbedded } from '../../../src/database/embedded/embedded.server.ts';
import { migrate } from '../../../src/database/migrate.server.ts';
import { migrations } from '../../../src/database/migrations.server.ts';
import { openQueues } from '../../../src/database/queue.server.ts';
import { jobNames } from '../../../src/jobs/handle-jobs.ts';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A template database, filled on first use in a test run. `from`: the template that it extends. */
export type Template = { name: string; from?: Template; fill(url: string): Promise<void> };

export const migrated: Template = {
  name: 'migrated',
  fill: async (url) => {
    await migrate(url, migrations, () => {});
    await makeQueues(url);
  },
};

let starting: Promise<EmbeddedServer> | undefined;

/** Creates a database on the PostgreSQL of this test run. Close its connection pools before `drop`. */
export async function testDatabase(template = migrated): Promise<TestDatabase> {
  // global-setup.ts stops the server at the end of the run.
  starting ??= startEmbedded({ folder: inject('databaseFolder'), log: () => {} });
  const server = await starting;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(server.url, async (admin) => {
    await ensureTemplate(admin, server.url, template);
    // The default writes the whole template to the WAL, which costs twice as much.
    await admin.query(`create database ${name} template ${template.name} strategy file_copy`);
  });
  const drop = () =>
    asAdmin(server.url, async (admin) => void (await admin.query(`drop database ${name} with (force)`)));
  return { url: urlOf(server.url, name), drop };
}

async function ensureTemplate(admin: pg.Client, serverUrl: string, { name, from, fill }: Template): Promise<void> {
  if (from) await ensureTemplate(admin, serverUrl, from);
  await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    // Tests need not survive a power loss.
    await admin.query('alter role current_user set synchronous_commit = off');
    // Hashing a password 4,096 times takes half of the time to connect.
    await admin.query(`set scram_iterations = 1; alter role current_user password '${new URL(serverUrl).password}'`);
    const unfinished = `unfinished_${name}`;
    await admin.query(`drop database if exists ${unfinished}`);
    await admin.query(`create database ${unfinished} template ${from?.name ?? 'template1'}`);
    await fill(urlOf(serverUrl, unfinished));
    await admin.query(`alter database ${unfinished} rename to ${name}`);
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', [name]);
  }
}

async function makeQueues(url: string) {
  const onError = (error: unknown) => console.error(error);
  const queues = await openQueues(url, jobNames, { runsJobs: false, onError });
  await queues.stop();
}

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<void>) {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
