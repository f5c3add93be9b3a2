import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { brokenInvariants } from '../../support/database/invariants.ts';
import { freePort } from '../../support/server/free-port.ts';
import { destroy, numbersIn, restore, startBuyers, waitForBase, waitUntil } from '../archive/archived-shop.ts';
import { emptyLog } from '../buyer.ts';
import { type FaultMeasurement, measurementOf } from '../fault-measurement.ts';
import type { Scenario } from '../scenario.ts';
import { embeddedDatabase, folderFor } from '../shop-database.ts';
import { startShopProcess } from '../shop-process.ts';
import { startVisitor } from '../visitor.ts';

/** At most this many seconds of orders may be lost with the disk. */
const maxLostSeconds = 30;

/** Takes orders for `seconds`, deletes DATA_DIR while they arrive, restores it from the archive, and starts the shop again. `fill`: fills the database first. */
export async function loseDisk(
  cleanup: AsyncDisposableStack,
  { seconds, fill = async () => {} }: { seconds: number; fill?: (url: string) => Promise<void> },
): Promise<FaultMeasurement> {
  const [folder, archive] = [await folderFor(cleanup), await folderFor(cleanup)];
  const database = await embeddedDatabase(cleanup, folder);
  const prepared = await database.openWithoutShop();
  await fill(prepared.url).finally(prepared.stop);
  const port = await freePort();
  const shop = await startShopProcess(folder, { PORT: String(port), HOST: '127.0.0.1', ARCHIVE_DIR: archive });
  cleanup.defer(shop.endForGood);
  await waitForBase(archive);
  const buyers = startBuyers(shop.address, { buyers: 6, pauseMs: 200 });
  cleanup.defer(buyers.leave);
  const visitor = startVisitor(shop.address);
  cleanup.defer(visitor.leave);
  await setTimeout(seconds * 1000);

  const [lostAt, from] = [Date.now(), performance.now()];
  await destroy(shop, database);
  const end = performance.now();
  const restored = await restore(folder, archive);
  if (!restored.ok) throw new Error(restored.message);
  const restoredAt = performance.now();
  const before = buyers.acknowledged.length;
  await shop.start();
  await waitUntil(async () => buyers.acknowledged.length > before, 'no order after the restore');
  const recovered = performance.now();
  await buyers.leave();
  await visitor.leave();

  const numbers = await numbersIn(await database.url());
  const missing = buyers.acknowledged.filter(({ number }) => !numbers.has(number));
  const ages = missing.map(({ at }) => (lostAt - at) / 1000);
  const oldest = Math.max(0, ...ages);
  const db = openDatabase(await database.url());
  const wrong = await brokenInvariants(db).finally(db.close);
  // If the archive has an order, it has all earlier ones, because WAL is archived in order.
  const lastKept = Math.max(
    0,
    ...buyers.acknowledged.filter(({ number, at }) => numbers.has(number) && at <= lostAt).map(({ at }) => at),
  );
  const holes = missing.filter(({ at }) => at < lastKept - 1_000).length;
  if (holes > 0) wrong.push(`${holes} orders are missing before later ones`);
  return measurementOf({
    log: {
      ...emptyLog(),
      requests: buyers.requests,
      acknowledged: new Map(buyers.acknowledged.map(({ number }) => [number, new Set([number])])),
    },
    visits: visitor.requests,
    spans: [{ from, end, recovered }],
    lost: ages.filter((age) => age > maxLostSeconds).length,
    doubled: 0,
    paid: 0,
    wrong,
    notes: [
      `${missing.length} orders of the last ${oldest.toFixed(0)} s were lost with the disk; \`restore\` took ${((restoredAt - end) / 1000).toFixed(1)} s, ${((recovered - end) / 1000).toFixed(1)} s with the start`,
    ],
  });
}

export const diskLost: Scenario = {
  name: 'disk-lost',
  async play(cleanup) {
    const fault = `the disk of the embedded database lost, restored from the archive (“lost”: older than ${maxLostSeconds} s)`;
    // WAL is archived 25, 50 and 75 s after the base backup. Just before that, most orders would be lost.
    return [{ fault, ...(await loseDisk(cleanup, { seconds: 70 })) }];
  },
};
