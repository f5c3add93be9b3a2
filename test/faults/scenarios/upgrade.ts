import { setTimeout } from 'node:timers/promises';
import { migrate } from '../../../src/database/migrate.server.ts';
import { freePort } from '../../support/free-port.ts';
import { migrationFiles } from '../../support/migration-files.ts';
import { balancer, type Upstream } from '../balancer.ts';
import type { Row, Scenario } from '../scenario.ts';
import { beside, folderFor, type ShopDatabase } from '../shop-database.ts';
import { type ShopProcess, shopProcess } from '../shop-process.ts';
import { type Stage, setStage } from '../stage.ts';

/** What a later version of the shop might bring along: it adds, and takes nothing away. */
const newer = {
  name: '9999_of_a_later_version',
  sql: `
    alter table orders add column delivery_note text not null default '';
    alter table stock add column counted_at timestamptz;
    create table branches_visited (order_id bigint not null references orders (id), at timestamptz not null);
    create index orders_of_a_day on orders (placed_at);`,
};

/** The database of a later version under this one: beside a running process, a new one, and both replaced in turn. */
export const upgrade: Scenario = {
  name: 'upgrade',
  async play(closing, { seed }) {
    return upgradeUnder(closing, await beside(closing), { seed, restarts: 3 });
  },
};

/** A shop that is told to end serves on for so long: its balancer hears first that it is not ready. */
const drain = { DRAIN_SECONDS: '1' };

export async function upgradeUnder(
  closing: AsyncDisposableStack,
  database: ShopDatabase,
  { seed, restarts }: { seed: number; restarts: number },
): Promise<Row[]> {
  const [port, healthPort] = [await freePort(), await freePort()];
  const [shops, upstreams]: [ShopProcess[], Upstream[]] = [[], []];
  const joins = (shop: ShopProcess, at: number) => {
    shops.push(shop);
    upstreams.push({ address: shop.address, health: `http://127.0.0.1:${at}` });
  };
  const front = (shop: ShopProcess) => {
    joins(shop, healthPort);
    return balancer(closing, port, upstreams);
  };
  const environment = { ...drain, PUBLIC_URL: `http://127.0.0.1:${port}`, HEALTH_PORT: `${healthPort}` };
  const stage = await setStage(closing, { database, seed, environment, front });
  await setTimeout(1_000);
  await stage.hurt(async () => {
    await migrate(await database.url(), [...(await migrationFiles()), newer], () => {});
    const at = await freePort();
    const shop = await shopProcess(await folderFor(closing), {
      ...stage.environment,
      PORT: `${await freePort()}`,
      HEALTH_PORT: `${at}`,
    });
    closing.defer(shop.endForGood);
    if (!shop.stdout.some((line) => line.includes('newer than this code')))
      stage.wrong.push('a new process does not say that the database is newer');
    joins(shop, at);
    await setTimeout(2_000);
  });
  await stage.hurt(async () => {
    for (let n = 0; n < restarts; n += 1) for (const shop of shops) await restart(shop, stage);
  });
  await stage.quiet();
  for (const shop of shops.slice(1)) await shop.end('SIGTERM');
  const found = await stage.finish();
  const unserved = found.browsing.looked - found.browsing.served;
  if (unserved > 0) found.wrong.push(`${unserved} pages were not served`);
  const refused = found.ordering.answers.filter(([what]) => !/^(201|409 (out-of-stock|price-changed))/.test(what));
  for (const [what, count] of refused) found.wrong.push(`${count} orders were answered ${what}`);
  const fault = `a later version’s migration under two processes of this one, each restarted ${restarts} times in turn`;
  return [{ fault, ...found }];
}

async function restart(shop: ShopProcess, stage: Stage): Promise<void> {
  await setTimeout(500);
  const code = await shop.end('SIGTERM');
  if (code !== 0) stage.wrong.push(`a process ended with ${code}: ${shop.stderr.slice(-3).join(' | ')}`);
  await shop.start();
}
