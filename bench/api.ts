import { type Measured, measure } from './measure.ts';
import { startBareServer, startShopProcess } from './servers.ts';

// The list that a visitor meets first in November, as the home page asks for it.
const path =
  '/api/v1/products?treadWidth=205&profile=55&diameter=16&season=winter_friction&sort=price&limit=24&offset=0';

/**
 * `GET /v1/products` for the default filter beside a bare `node:http` server that answers the same bytes, in the order
 * floor, shop, floor, so that a machine that slows down meanwhile shows.
 */
export async function api(): Promise<void> {
  const shop = await startShopProcess();
  try {
    const bytes = Buffer.from(await (await fetch(shop.address + path)).arrayBuffer());
    const floor = await startBareServer(bytes);
    try {
      const before = await measure(floor.address);
      const ours = await measure(shop.address + path);
      const after = await measure(floor.address);
      report(bytes.length, [
        ['bare node:http, before', before],
        ['GET /api/v1/products', ours],
        ['bare node:http, after', after],
      ]);
      const ratio = ours.requestsPerSecond / ((before.requestsPerSecond + after.requestsPerSecond) / 2);
      console.log(`\nShop to floor: ${(ratio * 100).toFixed(1)} % of the requests per second.`);
    } finally {
      await floor.stop();
    }
  } finally {
    await shop.stop();
  }
}

function report(size: number, rows: [string, Measured][]): void {
  console.log(
    `\nGET /api/v1/products, default filter, ${size} bytes, 10 connections, 10 s each after 3 s of warm-up\n`,
  );
  console.table(
    Object.fromEntries(
      rows.map(([name, { medianMs, p99Ms, requestsPerSecond, errors }]) => [
        name,
        { 'median ms': medianMs, 'p99 ms': p99Ms, 'requests/s': Math.round(requestsPerSecond), errors },
      ]),
    ),
  );
}
