import { setTimeout } from 'node:timers/promises';
import { migrate } from '../../../src/database/migrate.server.ts';
import { migrationFiles } from '../../support/database/migration-files.ts';
import { freePort } from '../../support/server/free-port.ts';
import { balancer, type Upstream } from '../balancer.ts';
import { type Harness, openHarness } from '../harness.ts';
import type { Row, Scenario } from '../scenario.ts';
import { folderFor, type ShopDatabase, separateDatabase } from '../shop-database.ts';
import { type ShopProcess, shopProcess } from '../shop-process.ts';

const newer = {
  name: '9999_of_a_later_version',
  sql: `
    alter table orders add column delivery_note text not null default '';
    alter table stock add column counted_at timestamptz;
    create table branches_visited (order_id bigint not null references orders (id), at timestamptz not null);
    create index orders_of_a_day on orders (placed_at);`,
};

/**
 * A later version migrates the database of this one: a running and a new process of this version, each restarted in
 * turn.
 */
export const upgrade: Scenario = {
  name: 'upgrade',
  async play(closing, { seed }) {
    return upgradeUnder(closing, await separateDatabase(closing), { seed, restarts: 3 });
  },
};

/** A closing process serves for so many seconds, until the load balancer knows that it is not ready. */
const drain = { DRAIN_SECONDS: '1' };

export async function upgradeUnder(
  closing: AsyncDisposableStack,
  database: ShopDatabase,
  { seed, restarts }: { seed: number; restarts: number },
): Promise<Row[]> {
  const [port, healthPort] = [await freePort(), await freePort()];
  const [shops, upstreams]: [ShopProcess[], Upstream[]] = [[], []];
  const addShop = (shop: ShopProcess, at: number) => {
    shops.push(shop);
    upstreams.push({ address: shop.address, health: `http://127.0.0.1:${at}` });
  };
  const front = (shop: ShopProcess) => {
    addShop(shop, healthPort);
    return balancer(closing, port, upstreams);
  };
  const environment = { ...drain, PUBLIC_URL: `http://127.0.0.1:${port}`, HEALTH_PORT: `${healthPort}` };
  const harness = await openHarness(closing, { database, seed, environment, front });
  await setTimeout(1_000);
  await harness.inject(async () => {
    await migrate(await database.url(), [...(await migrationFiles()), newer], () => {});
    const at = await freePort();
    const shop = await shopProcess(await folderFor(closing), {
      ...harness.environment,
      PORT: `${await freePort()}`,
      HEALTH_PORT: `${at}`,
    });
    closing.defer(shop.endForGood);
    if (!shop.stdout.some((line) => line.includes('newer than this code')))
      harness.wrong.push('a new process does not say that the database is newer');
    addShop(shop, at);
    await setTimeout(2_000);
  });
  await harness.inject(async () => {
    for (let n = 0; n < restarts; n += 1) for (const shop of shops) await restart(shop, harness);
  });
  await harness.quiet();
  for (const shop of shops.slice(1)) await shop.end('SIGTERM');
  const found = await harness.finish();
  const unserved = found.browsing.looked - found.browsing.served;
  if (unserved > 0) found.wrong.push(`${unserved} pages were not served`);
  const refused = found.ordering.answers.filter(([what]) => !/^(201|409 (out-of-stock|price-changed))/.test(what));
  for (const [what, count] of refused) found.wrong.push(`${count} orders were answered ${what}`);
  const fault = `a later version’s migration under two processes of this one, each restarted ${restarts} times in turn`;
  return [{ fault, ...found }];
}

async function restart(shop: ShopProcess, harness: Harness): Promise<void> {
  await setTimeout(500);
  const code = await shop.end('SIGTERM');
  if (code !== 0) harness.wrong.push(`a process ended with ${code}: ${shop.stderr.slice(-3).join(' | ')}`);
  await shop.start();
}
