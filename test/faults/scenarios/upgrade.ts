import { setTimeout } from 'node:timers/promises';
import { migrate } from '../../../src/database/migrate.server.ts';
import { migrationFiles } from '../../support/database/migration-files.ts';
import { freePort } from '../../support/server/free-port.ts';
import { startBalancer, type Upstream } from '../balancer.ts';
import type { OutcomeCounts } from '../fault-measurement.ts';
import { type Harness, openHarness } from '../harness.ts';
import type { Row, Scenario } from '../scenario.ts';
import { folderFor, type ShopDatabase, separateDatabase } from '../shop-database.ts';
import { type ShopProcess, startShopProcess } from '../shop-process.ts';

const laterMigration = {
  name: '9999_of_a_later_version',
  sql: `
    alter table orders add column delivery_note text not null default '';
    alter table stock add column counted_at timestamptz;
    create table branches_visited (order_id bigint not null references orders (id), at timestamptz not null);
    create index orders_of_a_day on orders (placed_at);`,
};

/**
 * The migration of a later version runs while a process of this version takes orders; then a second process of this
 * version starts, and both are restarted in turn.
 */
export const upgrade: Scenario = {
  name: 'upgrade',
  async play(cleanup, { seed }) {
    return playUpgrade(cleanup, await separateDatabase(cleanup), { seed, restarts: 3 });
  },
};

/** For this many seconds a stopping process goes on serving, until the load balancer has seen that it is not ready. */
const drain = { DRAIN_SECONDS: '3' };

export async function playUpgrade(
  cleanup: AsyncDisposableStack,
  database: ShopDatabase,
  { seed, restarts }: { seed: number; restarts: number },
): Promise<Row[]> {
  const [port, healthPort] = [await freePort(), await freePort()];
  const [shops, upstreams]: [ShopProcess[], Upstream[]] = [[], []];
  const addShop = (shop: ShopProcess, addedHealthPort: number) => {
    shops.push(shop);
    upstreams.push({ address: shop.address, health: `http://127.0.0.1:${addedHealthPort}` });
  };
  const frontProxy = (shop: ShopProcess) => {
    addShop(shop, healthPort);
    return startBalancer(cleanup, port, upstreams);
  };
  const environment = { ...drain, PUBLIC_URL: `http://127.0.0.1:${port}`, HEALTH_PORT: `${healthPort}` };
  const harness = await openHarness(cleanup, { database, seed, environment, frontProxy });
  await setTimeout(1_000);
  await harness.inject(async () => {
    await migrate(await database.url(), [...(await migrationFiles()), laterMigration], () => {});
    const addedHealthPort = await freePort();
    const shop = await startShopProcess(await folderFor(cleanup), {
      ...harness.environment,
      PORT: `${await freePort()}`,
      HEALTH_PORT: `${addedHealthPort}`,
    });
    cleanup.defer(shop.endForGood);
    if (!shop.stdout.some((line) => line.includes('newer than this code')))
      harness.wrong.push('a new process does not log that the database is newer');
    addShop(shop, addedHealthPort);
    await setTimeout(2_000);
  });
  await harness.inject(async () => {
    for (let n = 0; n < restarts; n += 1) for (const shop of shops) await restart(shop, harness);
  });
  await harness.stopTraffic();
  // At once, because each goes on serving for `DRAIN_SECONDS`. `finish` checks how the first has ended.
  await Promise.all(shops.map((shop) => shop.end('SIGTERM')));
  const measured = await harness.finish();
  const { browsing, ordering } = measured;
  measured.wrong.push(
    ...wrongOutcomes('pages', browsing.outcomes, /^200/),
    ...wrongOutcomes('orders', ordering.outcomes, /^(201|409 (out-of-stock|price-changed))/),
  );
  const fault = `a later version’s migration under two processes of this one, each restarted ${restarts} times in turn`;
  return [{ fault, ...measured }];
}

async function restart(shop: ShopProcess, harness: Harness): Promise<void> {
  await setTimeout(500);
  const code = await shop.end('SIGTERM');
  if (code !== 0) harness.wrong.push(`a process ended with ${code}: ${shop.stderr.slice(-3).join(' | ')}`);
  await shop.start();
}

function wrongOutcomes(requests: string, outcomes: OutcomeCounts, expected: RegExp): string[] {
  return outcomes
    .filter(([outcome]) => !expected.test(outcome))
    .map(([outcome, count]) => `${count} ${requests} were answered ${outcome}`);
}
