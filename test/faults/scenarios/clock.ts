import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openQueues } from '../../../src/database/queue.server.ts';
import { openHarness } from '../harness.ts';
import type { Row, Scenario } from '../scenario.ts';
import { folderFor, type ShopDatabase, separateDatabase } from '../shop-database.ts';

const hourMs = 3_600_000;
const preload = join(import.meta.dirname, '../jumping-clock.ts');

export const clock: Scenario = {
  name: 'clock',
  async play(cleanup, { seed }) {
    const rows: Row[] = [];
    for (const hours of [2, -2, 24]) rows.push(await jump(cleanup, await separateDatabase(cleanup), { hours, seed }));
    return rows;
  },
};

/** Shifts the shop's clock by `hours`, runs the minutely jobs, and shifts it back after `staysMs`. */
export async function jump(
  cleanup: AsyncDisposableStack,
  database: ShopDatabase,
  { hours, seed, staysMs = 8_000 }: { hours: number; seed: number; staysMs?: number },
): Promise<Row> {
  const file = join(await folderFor(cleanup), 'ahead');
  await writeFile(file, '0');
  const environment = { NODE_OPTIONS: `--import=${preload}`, JUMP: file };
  const harness = await openHarness(cleanup, { database, seed, environment });
  const setOffset = async (ms: number) => {
    await writeFile(file, String(ms));
    harness.shop.signal('SIGUSR2');
    await harness.shop.waitForLine(new RegExp(`^The clock jumped: ${ms}$`));
  };
  await setTimeout(2_000);
  await harness.inject(async () => {
    await setOffset(hours * hourMs);
    await runMinuteJobs(await database.url());
    await setTimeout(staysMs);
    await setOffset(0);
  });
  await runMinuteJobs(await database.url());
  harness.notes.push(...(await expiredOrders(await database.url())));
  const fault = `the shop’s clock jumps ${hours > 0 ? `${hours} h ahead` : `${-hours} h back`}, and returns`;
  return { fault, ...(await harness.finish()) };
}

/** Enqueues the minutely jobs, and waits until they are done. */
async function runMinuteJobs(url: string): Promise<void> {
  const { boss, stop } = await openQueues(url, [], { runsJobs: false, onError: () => {} });
  try {
    for (const name of ['expire-orders', 'poll-payments']) {
      const id = await boss.send(name, null);
      // Null: a job of this name is already waiting.
      if (id === null) continue;
      for (const end = performance.now() + 60_000; ; await setTimeout(200)) {
        const job = (await boss.findJobs(name, { id }))[0];
        if (job?.state === 'completed') break;
        if (performance.now() > end)
          throw new Error(`${name} is ${job?.state} after a minute: ${JSON.stringify(job?.output)}`);
      }
    }
  } finally {
    await stop();
  }
}

/** Lines with the number of expired orders by payment method, and of paid ones among them, which must be 0. */
async function expiredOrders(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client
    .query<{ line: string }>(
      `select count(*) || ' orders to be paid by ' || payment_method || ' expired, '
        || count(*) filter (where exists (select from payment_ledger l where l.order_id = orders.id)) || ' of them paid' as line
      from orders where status = 'expired' group by payment_method order by 1`,
    )
    .finally(() => client.end());
  return rows.length > 0 ? rows.map(({ line }) => line) : ['no order expired'];
}
