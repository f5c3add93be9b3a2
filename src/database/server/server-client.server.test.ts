import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { type Cluster, startCluster } from '../../../test/faults/cluster/standby-cluster.ts';
import {
  copyInitialised,
  temporaryDatabases,
  temporaryFolder,
} from '../../../test/support/database/temporary-database.ts';
import { openDatabase, withClient } from '../connect.server.ts';
import { holdSession } from '../held-session.server.ts';
import { migrate } from '../migrate.server.ts';
import { openQueues } from '../queue.server.ts';
import { registerExternalServer } from './external-server.server.ts';
import { watchServer } from './server-client.server.ts';

const noLog = () => {};
const newDatabase = temporaryDatabases();
const portQuery = `select current_setting('port')::int as port`;
const portOf = (url: string) => Number(new URL(url).port);

type WhenFinished = TestContext['onTestFinished'];

async function cluster({ synchronous = false, whenFinished = onTestFinished as WhenFinished } = {}): Promise<Cluster> {
  const cleanup = new AsyncDisposableStack();
  whenFinished(() => cleanup.disposeAsync());
  return startCluster(cleanup, { synchronous, initialise: copyInitialised });
}

function open(url: string, whenFinished: WhenFinished = onTestFinished) {
  const database = openDatabase(url, { connectionTimeoutMs: 5_000 });
  whenFinished(database.close);
  const port = async () => (await database.pool.query(portQuery)).rows[0].port;
  return { ...database, port };
}

/** `postgres://…@STANDBY,PRIMARY/…?target_session_attrs=read-write` */
function urlOfBoth({ primary, standby }: Cluster): string {
  const url = new URL(primary.url);
  const hosts = `${new URL(standby.url).host},${url.host}`;
  return `${primary.url.replace(url.host, hosts)}?target_session_attrs=read-write`;
}

test('with several hosts, the pool, LISTEN, pg-boss and commands use the primary, and its successor after a failover', async () => {
  const servers = await cluster();
  const { primary, standby } = servers;
  const url = urlOfBoth(servers);
  await registerExternalServer(url, { folder: await temporaryFolder(), log: noLog, serverRecord: 'update' });
  const { port, pool } = open(url);
  const listeners: number[] = [];
  const session = await holdSession({
    url,
    name: 'listener',
    reconnectMs: 100,
    prepare: async (client) => {
      await client.query('listen anything');
      listeners.push((await client.query(portQuery)).rows[0].port);
      return true;
    },
  });
  onTestFinished(async () => session?.close());
  const queues = await openQueues(url, ['work'], { runsJobs: false, onError: noLog });
  onTestFinished(queues.stop);
  const bossPort = async () => (await queues.boss.getDb().executeSql(portQuery)).rows[0].port;
  const commandPort = () => withClient(url, 'command', async (client) => (await client.query(portQuery)).rows[0].port);
  await migrate(url, [{ name: '0001_numbers', sql: 'create table numbers (id int)' }], noLog);
  expect([await port(), listeners.at(-1), await bossPort(), await commandPort()]).toEqual(
    Array(4).fill(portOf(primary.url)),
  );

  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '15s' }]);

  await servers.catchUp();
  await primary.kill();
  await standby.rows('select pg_promote()');
  const ports = async () => [await port(), listeners.at(-1), await bossPort(), await commandPort()];
  await expect.poll(() => ports().catch(String)).toEqual(Array(4).fill(portOf(standby.url)));
  await pool.query('insert into numbers values (1)');
});

test('of several hosts that all accept writes, the one with the newest timeline is used', async () => {
  const { primary, standby, promote } = await cluster();
  await promote();
  const { host } = new URL(primary.url);
  const url = primary.url.replace(host, `${host},${new URL(standby.url).host}`);
  await registerExternalServer(url, { folder: await temporaryFolder(), log: noLog, serverRecord: 'ignore' });
  expect(await open(url).port()).toBe(portOf(standby.url));
});

test('a read-only server is refused only with target_session_attrs=read-write', async () => {
  const url = await newDatabase();
  const database = new URL(url).pathname.slice(1);
  await withClient(url, 'test', (client) =>
    client.query(`alter database ${client.escapeIdentifier(database)} set default_transaction_read_only = on`),
  );
  const writable = `${url}?target_session_attrs=read-write`;
  for (const serverUrl of [url, writable])
    await registerExternalServer(serverUrl, { folder: await temporaryFolder(), log: noLog, serverRecord: 'ignore' });
  expect(await open(url).port()).toBe(portOf(url));
  await expect(open(writable).port()).rejects.toThrow('is refused: it is read-only');
});

test('a server whose identity the role may not read is used', async () => {
  const url = new URL(await newDatabase());
  const administer = (text: string) => withClient(url.href, 'test', (client) => client.query(text));
  await administer(`revoke execute on function pg_control_system() from public`);
  const role = `visitor_${process.pid}`;
  await administer(`create role ${role} login password 'visitor'`);
  onTestFinished(async () => void (await administer(`drop role ${role}`)));
  const roleUrl = new URL(url);
  Object.assign(roleUrl, { username: role, password: 'visitor' });
  await registerExternalServer(roleUrl.href, { folder: await temporaryFolder(), log: noLog, serverRecord: 'ignore' });
  const { pool, close } = openDatabase(roleUrl.href);
  expect((await pool.query('select current_user as role').finally(close)).rows).toEqual([{ role }]);
});

// These two are concurrent, because each waits until the shop has looked at its server again.
test.concurrent('an old primary that comes back is refused, by the running process and by the next one', async ({
  onTestFinished,
  expect,
}) => {
  const { primary, standby, address, promote, catchUp } = await cluster({ whenFinished: onTestFinished });
  const folder = await temporaryFolder(onTestFinished);
  const lines: string[] = [];
  const register = () =>
    registerExternalServer(address.url, { folder, log: (line) => lines.push(line), serverRecord: 'update' });
  await register();
  const { pool, port } = open(address.url, onTestFinished);
  await pool.query('create table numbers (id int)');
  await catchUp();
  await primary.kill();
  await promote();
  address.pointTo(standby.url);
  await expect.poll(() => port().catch(String)).toBe(portOf(standby.url));

  await primary.start();
  address.cut();
  address.pointTo(primary.url);
  address.restore();
  const refusal = /is refused: it is an old primary that came back after a failover \(timeline 1; 2 was seen before\)/;
  await expect.poll(() => pool.query('insert into numbers values (1)').catch(String)).toMatch(refusal);
  await expect(pool.query('insert into numbers values (1)')).rejects.toThrow(refusal);
  expect(lines.filter((line) => refusal.test(line))).toHaveLength(1);
  await expect.poll(() => readFile(join(folder, 'database-server.json'), 'utf8')).toContain('"timeline":2');
  await register();
  await expect(open(address.url, onTestFinished).pool.query('insert into numbers values (2)')).rejects.toThrow(refusal);
  expect(await primary.rows('select from numbers')).toEqual([]);

  address.pointTo(standby.url);
  expect(await open(address.url, onTestFinished).port()).toBe(portOf(standby.url));
});

test.concurrent('a standby is refused, and once it is promoted, connections that a balancer keeps to the old primary are closed', async ({
  onTestFinished,
  expect,
}) => {
  const { primary, standby, address, promote } = await cluster({ whenFinished: onTestFinished });
  await registerExternalServer(address.url, {
    folder: await temporaryFolder(onTestFinished),
    log: noLog,
    serverRecord: 'ignore',
  });
  const { port } = open(address.url, onTestFinished);
  expect(await port()).toBe(portOf(primary.url));
  address.pointTo(standby.url);
  await expect(open(address.url, onTestFinished).port()).rejects.toMatchObject({
    code: 'SERVER_REFUSED',
    message: expect.stringContaining('it is a standby'),
  });
  await promote();
  expect(await port()).toBe(portOf(primary.url));
  const watch = watchServer(address.url);
  onTestFinished(watch.stop);
  await expect.poll(() => port().catch(String)).toBe(portOf(standby.url));
});

test('a commit that waits for a silent synchronous standby is not acknowledged, and is kept once the standby is back', async () => {
  const { standby, address } = await cluster({ synchronous: true });
  await registerExternalServer(address.url, { folder: await temporaryFolder(), log: noLog, serverRecord: 'ignore' });
  const database = openDatabase(address.url, { statementTimeoutMs: 500 });
  onTestFinished(database.close);
  await database.pool.query('create table numbers (id int)');
  await standby.signal('SIGSTOP');
  await expect(database.pool.query('insert into numbers values (1)')).rejects.toThrow('Connection terminated');
  await standby.signal('SIGCONT');
  await database.pool.query('insert into numbers values (2)');
  expect(await standby.rows('select id from numbers order by id')).toEqual([{ id: 1 }, { id: 2 }]);
});
