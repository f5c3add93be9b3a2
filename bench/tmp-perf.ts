import { readFileSync } from 'node:fs';
import shopConfig from '../shop.config.ts';
import { openDatabase } from '../src/database/connect.server.ts';
import { todayOf } from '../src/shop/desk/today.server.ts';
import { searchDesk } from '../src/shop/desk/search.server.ts';
import { arrivingOf } from '../src/shop/desk/arriving.server.ts';
import { seededOrder, seededOrders } from './desk/seed-orders.ts';
const db = openDatabase(readFileSync('/tmp/D25-url', 'utf8'));
const shop = { db: db.kysely, shopConfig: shopConfig as any, now: () => new Date('2026-11-20T09:00:00Z') };
const time = async (name: string, work: (n: number) => Promise<unknown>, rounds = 60) => {
  const times: number[] = []; let last: unknown;
  for (let n = 0; n < rounds; n++) { const t = performance.now(); last = await work(n); times.push(performance.now() - t); }
  times.sort((a, b) => a - b);
  console.log(name, 'p50', times[rounds >> 1]!.toFixed(1), 'p95', times[Math.floor(rounds * 0.95)]!.toFixed(1), 'max', times.at(-1)!.toFixed(1));
  return last as any;
};
const o = (n: number) => seededOrder(1 + ((n * 7919) % seededOrders));
const t = await time('today', (n) => todayOf(shop, n % 2 ? 'ringtee' : 'annelinn'));
console.log(Object.fromEntries(Object.entries(t).map(([k, v]: any) => [k, v?.total ?? v])));
await time('arriving', (n) => arrivingOf(shop, n % 2 ? 'ringtee' : 'annelinn'));
for (const [name, text] of Object.entries<(n: number) => string>({
  number: (n) => o(n).number, plate: (n) => o(n).plate, phone: (n) => o(n).phone, last4: (n) => o(n).phone.slice(-4), name: (n) => o(n).lastName, mari: () => 'mari', email: (n) => o(n).email,
  reference: (n) => o(n).reference, size: () => '20555r16', sizeDigits: () => '2055516', ean: () => '6419440382319', letter: () => 'm', nothing: () => 'zzzz qqqq', purchase: () => 'P26-00100',
})) {
  const f = await time(name, (n) => searchDesk(shop, text(n)));
  console.log('   ', f.orders.length, f.tires.length, f.purchases.length);
}
await db.close();
