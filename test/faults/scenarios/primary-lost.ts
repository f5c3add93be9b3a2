import { setTimeout } from 'node:timers/promises';
import { type Cluster, clusterOfShop } from '../cluster/standby-cluster.ts';
import type { FaultMeasurement } from '../fault-measurement.ts';
import { type Harness, openHarness } from '../harness.ts';
import type { Row, Scenario } from '../scenario.ts';
import type { MakeDatabase } from '../shop-database.ts';

type Options = {
  seed: number;
  /** The time from the end of the primary to the promotion of its standby. */
  downMs: number;
  make?: MakeDatabase;
};

/** The primary of a cluster is killed during orders, its standby promoted and the address moved; later the old primary returns. */
export const primaryLost: Scenario = {
  name: 'primary-lost',
  async play(cleanup, { seed }) {
    const rows: Row[] = [];
    for (const lose of [loseSynchronous, loseAsynchronous, returnOldPrimary])
      rows.push(await lose(cleanup, { seed, downMs: 4_000 }));
    return rows;
  },
};

type MeasuredRow = { fault: string } & FaultMeasurement;

export async function loseSynchronous(
  cleanup: AsyncDisposableStack,
  { seed, downMs, make }: Options,
): Promise<MeasuredRow> {
  const { cluster, database } = await clusterOfShop(cleanup, { synchronous: true, make });
  const harness = await openHarness(cleanup, { database, seed });
  await setTimeout(2_000);
  const failover = await failOver(harness, cluster, downMs);
  harness.notes.push(failover);
  return { fault: 'primary lost (synchronous): killed, its standby promoted', ...(await harness.finish()) };
}

/** The connection of the standby is silent until so many orders were acknowledged; then the primary is killed. */
const ordersInLag = 5;

export async function loseAsynchronous(
  cleanup: AsyncDisposableStack,
  { seed, downMs, make }: Options,
): Promise<MeasuredRow> {
  const { cluster, database } = await clusterOfShop(cleanup, { synchronous: false, make });
  const harness = await openHarness(cleanup, { database, seed });
  await setTimeout(2_000);
  const replicated = new Set(acknowledgedOrders(harness));
  await cluster.catchUp();
  cluster.replication.silence();
  const silentSince = performance.now();
  const before = acknowledgedOrders(harness).length;
  for (const end = silentSince + 60_000; performance.now() < end; await setTimeout(20))
    if (acknowledgedOrders(harness).length >= before + ordersInLag) break;
  const lag = ((performance.now() - silentSince) / 1000).toFixed(1);
  const failover = await failOver(harness, cluster, downMs);
  harness.notes.push(failover);
  await harness.stopTraffic();
  const gone = await removeLost(harness, cluster, replicated);
  harness.notes.push(
    `the standby was ${lag} s behind: ${gone} orders that were acknowledged in that time are gone; all earlier ones are there`,
  );
  if (gone === 0) harness.wrong.push('the standby was not behind');
  const measured = await harness.finish();
  // The bank knows payments of orders that are gone; the nightly reconciliation lists them.
  const wrong = measured.wrong.filter((line) => !line.startsWith('books of '));
  return {
    fault: 'primary lost (asynchronous): killed while its standby is behind, which is promoted',
    ...measured,
    wrong,
  };
}

export async function returnOldPrimary(
  cleanup: AsyncDisposableStack,
  { seed, downMs, make }: Options,
): Promise<MeasuredRow> {
  const { cluster, database } = await clusterOfShop(cleanup, { synchronous: true, make });
  const harness = await openHarness(cleanup, { database, seed });
  await setTimeout(2_000);
  await failOver(harness, cluster, downMs);
  await cluster.primary.start();
  // Otherwise its commits would wait for the standby, and nothing would be written for that reason.
  await cluster.primary.rows(`alter system reset synchronous_standby_names`);
  await cluster.primary.rows('select pg_reload_conf()');
  const countOrders = async () =>
    (await cluster.primary.rows<{ n: number }>('select count(*)::int as n from orders'))[0]?.n;
  const before = await countOrders();
  await harness.inject(async () => {
    moveAddress(cluster, cluster.primary.url);
    await setTimeout(downMs);
    moveAddress(cluster, cluster.standby.url);
  });
  if ((await countOrders()) !== before) harness.wrong.push('orders were written to the old primary');
  if (!harness.shop.stdout.some((line) => line.includes('is refused: it is an old primary')))
    harness.wrong.push('the log has no line about the old primary');
  return { fault: `old primary returns: the address leads to it for ${downMs / 1000} s`, ...(await harness.finish()) };
}

/** Breaks all connections, and sends new ones to another server. */
function moveAddress({ address }: Cluster, url: string): void {
  address.cut();
  address.pointTo(url);
  address.restore();
}

/** Returns how long after the promotion each part of the shop used the new primary. */
async function failOver(harness: Harness, cluster: Cluster, downMs: number): Promise<string> {
  let found: Promise<string> | undefined;
  await harness.inject(async () => {
    await cluster.primary.kill();
    await setTimeout(downMs);
    await cluster.promote();
    moveAddress(cluster, cluster.standby.url);
    found = timesUntilFound(harness, cluster);
  });
  return (await found) ?? '';
}

const parts = {
  'the catalogue in memory (LISTEN)': `select from pg_stat_activity where application_name = 'rehvipood catalogue'`,
  'fitting times in memory (LISTEN)': `select from pg_stat_activity where application_name = 'rehvipood fitting'`,
  'the desk (LISTEN)': `select from pg_stat_activity where application_name = 'rehvipood desk'`,
  'a job': `select from pgboss.job where state = 'completed' and completed_on > $1`,
};

const maxSeconds = 10;

async function timesUntilFound({ wrong }: Harness, { standby }: Cluster): Promise<string> {
  const promoted = performance.now();
  const [{ now } = { now: '' }] = await standby.rows<{ now: string }>('select now()::text as now');
  const times = Object.entries(parts).map(async ([part, query]) => {
    const text = query.replace('$1', `'${now}'`);
    for (const end = promoted + 60_000; performance.now() < end; await setTimeout(50)) {
      if ((await standby.rows(text)).length === 0) continue;
      const seconds = (performance.now() - promoted) / 1000;
      if (seconds > maxSeconds) wrong.push(`${part} found the new primary only after ${seconds.toFixed(1)} s`);
      return `${part} after ${seconds.toFixed(1)} s`;
    }
    wrong.push(`${part} never found the new primary`);
    return `${part} never`;
  });
  return `the new primary was used by ${(await Promise.all(times)).join(', ')}`;
}

function acknowledgedOrders({ log }: Harness): string[] {
  return [...log.acknowledged.values()].flatMap((orders) => [...orders]);
}

/** Removes from the buyers' log what the new primary lacks and could not know; returns how many orders these are. */
async function removeLost({ log }: Harness, { standby }: Cluster, replicated: Set<string>): Promise<number> {
  const rows = await standby.rows<{ number: string }>('select number from orders');
  const there = new Set(rows.map(({ number }) => number));
  let gone = 0;
  for (const [key, orders] of log.acknowledged) {
    for (const order of orders) {
      if (replicated.has(order) || there.has(order.split(' ')[0] ?? '')) continue;
      orders.delete(order);
      gone += 1;
    }
    if (orders.size === 0) log.acknowledged.delete(key);
  }
  return gone;
}
