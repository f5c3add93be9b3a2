import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setArchive } from '../../src/database/archive/archive-setting.server.ts';
import { withClient } from '../../src/database/connect.server.ts';
import { startEmbedded } from '../../src/database/embedded/embedded.server.ts';
import { migrate } from '../../src/database/migrate.server.ts';
import { loseDisk } from '../../test/faults/scenarios/disk-lost.ts';
import { embeddedDatabase, folderFor } from '../../test/faults/shop-database.ts';
import { startShopProcess } from '../../test/faults/shop-process.ts';
import { migrationFiles } from '../../test/support/database/migration-files.ts';
import { placeOrders } from '../backup/place-orders.ts';
import { fillWithTires } from '../filled-database.ts';
import { type Form, orderForms } from '../orders/forms.ts';
import { median } from '../results/statistics.ts';

const clockTicksPerSecond = 100;

/**
 * The archive of the embedded database: how long a restore takes, and what it costs orders and an idle shop; `--tires N`, `--orders N` of
 * the restore, `--rounds N` of orders with and without archive, `--minutes N` of the idle shop. `--archive FOLDER`, on another disk: keeps
 * the archives of the orders there, as an owner would.
 */
export async function archive(options: string[]): Promise<void> {
  const number = { type: 'string' } as const;
  const { values } = parseArgs({
    args: options,
    options: { tires: number, orders: number, rounds: number, minutes: number, archive: { type: 'string' } },
  });
  const tires = Number(values.tires ?? 50_000);
  const orders = Number(values.orders ?? 20_000);
  console.log(`Load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  await measureRestore(tires, orders);
  await measureOrders(Number(values.rounds ?? 30), values.archive ?? tmpdir());
  await measureIdle(Number(values.minutes ?? 5));
  console.log(`Load of the machine: ${loadavg()[0]?.toFixed(1)}`);
}

async function measureRestore(tires: number, orders: number): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const restored = await loseDisk(cleanup, {
    seconds: 40,
    fill: async (url) => {
      await fillWithTires(url, tires);
      await placeOrders(url, await orderForms(url, orders));
    },
  });
  console.log(`${tires} tires, ${orders} orders: ${restored.notes.join('; ')}`);
  for (const line of restored.wrong) console.log(`WRONG: ${line}`);
}

const ordersOfRound = 600;

/** Places orders on two databases in turn, one of which is archived. Many short rounds: a pair of them meets the same load of the machine. */
async function measureOrders(rounds: number, archives: string): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const [plain, archived] = [await filledServer(cleanup, false), await filledServer(cleanup, true)];
  const seconds: Record<'plain' | 'archived', number[]> = { plain: [], archived: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % 2 === 0 ? (['plain', 'archived'] as const) : (['archived', 'plain'] as const);
    for (const which of first) {
      const server = which === 'plain' ? plain : archived;
      const startedAt = performance.now();
      await placeOrders(server.url, server.forms.splice(0, ordersOfRound));
      // The first round warms up.
      if (round > 0) seconds[which].push((performance.now() - startedAt) / 1000);
    }
  }
  const perSecond = (list: number[]) => (ordersOfRound * list.length) / list.reduce((sum, value) => sum + value, 0);
  const [without, withArchive] = [perSecond(seconds.plain), perSecond(seconds.archived)];
  const slower = seconds.plain
    .map((plain, round) => ((seconds.archived[round] ?? Number.NaN) / plain - 1) * 100)
    .toSorted((a, b) => a - b);
  const quartile = (which: 1 | 3) => (slower[Math.floor((slower.length * which) / 4)] ?? Number.NaN).toFixed(1);
  console.log(
    `Orders a second: ${without.toFixed(0)} without archive, ${withArchive.toFixed(0)} with it;`,
    `slower by ${median(slower).toFixed(1)} % (median of ${rounds} pairs of rounds; half of them between ${quartile(1)} and ${quartile(3)} %)`,
  );

  async function filledServer(
    cleanup: AsyncDisposableStack,
    isArchived: boolean,
  ): Promise<{ url: string; forms: Form[] }> {
    const folder = await temporaryFolder(cleanup, tmpdir());
    if (isArchived) await setArchive(folder, await temporaryFolder(cleanup, archives));
    const server = await startEmbedded({ folder, log: () => {} });
    cleanup.defer(server.stop);
    await migrate(server.url, await migrationFiles(), () => {});
    await fillWithTires(server.url, 6_600);
    return { url: server.url, forms: await orderForms(server.url, ordersOfRound * (rounds + 1)) };
  }
}

async function temporaryFolder(cleanup: AsyncDisposableStack, parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'rehvipood-archive-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The CPU time of PostgreSQL's archiver and the programs that it runs, beside a shop that nobody visits. */
async function measureIdle(minutes: number): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const [folder, archive] = [await folderFor(cleanup), await folderFor(cleanup)];
  const database = await embeddedDatabase(cleanup, folder);
  const shop = await startShopProcess(folder, { ARCHIVE_DIR: archive });
  cleanup.defer(shop.endForGood);
  await wait(60_000);
  const before = await archiver(await database.url());
  await wait(minutes * 60_000);
  const after = await archiver(await database.url());
  const share = (after.cpuSeconds - before.cpuSeconds) / (minutes * 60);
  console.log(
    `Idle: ${(share * 100).toFixed(2)} % of a core, ${((after.archived - before.archived) / minutes).toFixed(1)} files a minute`,
  );
}

async function archiver(url: string): Promise<{ cpuSeconds: number; archived: number }> {
  return withClient(url, 'bench', async (client) => {
    const { rows } = await client.query<{ pid: number; archived: number }>(
      `select pid, archived_count::int as archived from pg_stat_activity, pg_stat_archiver where backend_type = 'archiver'`,
    );
    const [row] = rows;
    if (!row) throw new Error('no archiver runs');
    const stat = await readFile(`/proc/${row.pid}/stat`, 'utf8');
    // utime, stime, cutime and cstime: fields 14 to 17; the second field, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { cpuSeconds: ticks / clockTicksPerSecond, archived: row.archived };
  });
}
