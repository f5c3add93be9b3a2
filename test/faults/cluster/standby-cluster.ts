import { appendFile, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort, readAccess, urlOf, writeAccess } from '../../../src/database/embedded/access.server.ts';
import { clusterOf, dataFolder } from '../../../src/database/embedded/data-directory.server.ts';
import { processesOf, stopPostgres } from '../../../src/database/embedded/postmaster.server.ts';
import { ensureServer } from '../../../src/database/embedded/server.server.ts';
import { startTcpProxy } from '../../support/server/tcp-proxy.ts';
import { folderFor, type MakeDatabase, makeDatabase } from '../shop-database.ts';

const silent = () => {};

/** A PostgreSQL server that nothing restarts when it dies. */
export type ClusterServer = {
  folder: string;
  url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  signal(signal: NodeJS.Signals): Promise<void>;
  rows<T extends pg.QueryResultRow>(query: string): Promise<T[]>;
};

export type Cluster = {
  primary: ClusterServer;
  standby: ClusterServer;
  /** The connection over which the standby receives the log. */
  replication: { silence(): void };
  /** The address of the cluster, as a balancer, Patroni or CloudNativePG gives it. It leads to the primary at first. */
  address: Awaited<ReturnType<typeof startTcpProxy>>;
  /** Waits until the standby has everything that the primary has written. */
  catchUp(): Promise<void>;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
};

type ClusterOptions = {
  /** Whether a commit waits for the standby. */
  synchronous: boolean;
  /** Puts data into the folder of the primary before it starts. Otherwise the start runs initdb. */
  initialise?: (folder: string) => Promise<void>;
};

/** Starts a server, and a standby to which it is replicated. */
export async function startCluster(
  cleanup: AsyncDisposableStack,
  { synchronous, initialise = async () => {} }: ClusterOptions,
): Promise<Cluster> {
  const primaryFolder = await folderFor(cleanup);
  await initialise(primaryFolder);
  const primary = await startServer(cleanup, primaryFolder);
  await appendFile(
    join(await dataFolder(primary.folder), 'pg_hba.conf'),
    'host replication all 127.0.0.1/32 scram-sha-256\n',
  );
  await primary.stop();
  const standbyFolder = await folderFor(cleanup);
  await cp(primary.folder, standbyFolder, { recursive: true });
  await primary.start();
  const replication = await startTcpProxy(primary.url);
  cleanup.defer(replication.close);
  const { hostname, port, username, password } = new URL(replication.url);
  const connection = { host: hostname, port, user: username, password, application_name: 'standby' };
  const words = Object.entries(connection).map(([name, value]) => `${name}=${value}`);
  const data = await dataFolder(standbyFolder);
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${words.join(' ')}'\n`);
  await writeFile(join(data, 'standby.signal'), '');
  const access = await readAccess(standbyFolder);
  if (!access) throw new Error('the copy has no access file');
  await writeAccess(standbyFolder, { ...access, port: await freePort(0) });
  const standby = await startServer(cleanup, standbyFolder);
  const catchUp = async () => {
    const [{ written }] = (await primary.rows(`select pg_current_wal_lsn() as written`)) as [{ written: string }];
    await until(async () => {
      const [row] = await standby.rows(`select pg_last_wal_replay_lsn() >= '${written}' as reached`);
      return row?.reached === true;
    });
  };
  await catchUp();
  if (synchronous) {
    await primary.rows(`alter system set synchronous_standby_names = 'standby'`);
    await primary.rows('select pg_reload_conf()');
    await until(
      async () => (await primary.rows(`select from pg_stat_replication where sync_state = 'sync'`)).length > 0,
    );
  }
  const address = await startTcpProxy(primary.url);
  cleanup.defer(address.close);
  const promote = async () => void (await standby.rows('select pg_promote()'));
  return { primary, standby, replication, address, catchUp, promote };
}

/** A migrated cluster with two tires, as the database of a shop. After the test the standby is the one that is read. */
export async function clusterOfShop(
  cleanup: AsyncDisposableStack,
  { synchronous, make = makeDatabase }: { synchronous: boolean; make?: MakeDatabase | undefined },
) {
  const cluster = await startCluster(cleanup, { synchronous, initialise: make });
  const database = {
    environment: { DATABASE_URL: cluster.address.url },
    folder: await folderFor(cleanup),
    url: async () => cluster.standby.url,
    openWithoutShop: async () => ({ url: cluster.standby.url, stop: async () => {} }),
  };
  return { cluster, database };
}

async function startServer(cleanup: AsyncDisposableStack, folder: string): Promise<ClusterServer> {
  const cluster = await clusterOf(folder);
  const stop = async () => stopPostgres(await dataFolder(folder), cluster, 10_000);
  const signal = async (name: NodeJS.Signals) => {
    for (const { pid } of await processesOf(cluster)) sendSignal(pid, name);
  };
  await ensureServer(folder, silent);
  // The folder is removed after this.
  cleanup.defer(stop);
  const access = await readAccess(folder);
  if (!access) throw new Error(`${folder} holds no database`);
  const url = urlOf(access);
  return {
    folder,
    url,
    start: async () => void (await ensureServer(folder, silent, access.port)),
    stop,
    async kill() {
      await signal('SIGKILL');
      await until(async () => (await processesOf(cluster)).length === 0);
    },
    signal,
    rows: async <T extends pg.QueryResultRow>(query: string) => {
      const client = new pg.Client(url);
      client.on('error', silent);
      await client.connect();
      return client
        .query<T>(query)
        .then(({ rows }) => rows)
        .finally(() => client.end());
    },
  };
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already exited.
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await setTimeout(20)) {
    if (await condition()) return;
  }
  throw new Error('a condition has not come true within a minute');
}
