import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openHarness } from '../harness.ts';
import type { Row, Scenario } from '../scenario.ts';
import { separateDatabase } from '../shop-database.ts';

const lastsMs = 8_000;

type Refusal = { fault: string; begin(admin: pg.Client, url: string): Promise<() => Promise<void>> };

const refusals: readonly Refusal[] = [
  { fault: 'every connection of the database taken by others for 8 s', begin: takeAll },
  { fault: 'the database read-only for 8 s', begin: readOnly },
];

export const databaseRefusing: Scenario = {
  name: 'database-refusing',
  async play(cleanup, { seed }) {
    const rows: Row[] = [];
    for (const { fault, begin } of refusals) {
      const database = await separateDatabase(cleanup);
      const harness = await openHarness(cleanup, { database, seed });
      const url = await database.url();
      const admin = new pg.Client(url);
      await admin.connect();
      cleanup.defer(() => admin.end());
      await setTimeout(2_000);
      await harness.inject(async () => {
        const end = await begin(admin, url);
        await setTimeout(lastsMs);
        await end();
      });
      rows.push({ fault, ...(await harness.finish()) });
    }
    return rows;
  },
};

/** Takes all free connections, then repeatedly terminates the shop's and takes those, too. Returns a function that frees all. */
async function takeAll(admin: pg.Client, url: string): Promise<() => Promise<void>> {
  const taken: pg.Client[] = [];
  const terminateShopSessions = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'rehvipood%' and application_name not like '%presence'`;
  for (let round = 0; round < 20; round += 1) {
    while (await takeOne(url, taken));
    await admin.query(terminateShopSessions);
  }
  while (await takeOne(url, taken));
  return async () => void (await Promise.all(taken.map((client) => client.end())));
}

async function takeOne(url: string, taken: pg.Client[]): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'others' });
  client.on('error', () => {});
  try {
    await client.connect();
    taken.push(client);
    return true;
  } catch {
    return false;
  }
}

async function readOnly(admin: pg.Client): Promise<() => Promise<void>> {
  const set = async (value: 'on' | 'off') => {
    await admin.query(`alter system set default_transaction_read_only = ${value}`);
    await admin.query('select pg_reload_conf()');
  };
  await set('on');
  return () => set('off');
}
