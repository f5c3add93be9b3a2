import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/database/connect.server.ts';
import { lockImports } from '../../src/shop/catalog/import/lock.server.ts';
import { nextDay } from './price-list.ts';
import { listServer } from './suppliers/list-server.ts';
import { supplier, supplierCsv, supplierShop, tires } from './suppliers/supplier-shop.ts';

const shop = supplierShop();
const server = listServer();

const fetchList = (options = {}) =>
  shop.fetch(supplier({ from: { url: server.at('/list') } }), { connection: server.connection(), ...options });
const waitingSessions = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db);
  return rows[0]?.count;
};

/** Responds with a list and this ETag, and with 304 to a request that has the ETag. */
function respondWithETag(list: string, etag: string): void {
  server.respondWith((request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.setHeader('etag', etag).setHeader('last-modified', 'Sat, 21 Nov 2026 05:00:00 GMT').end(list);
  });
}

test('fetches a list again if another one was fetched meanwhile that changed nothing', async () => {
  respondWithETag(supplierCsv(tires({ laos: '2' })), '"one"');
  await fetchList();
  for (const force of [true, false]) {
    server.respondWith((_, response) => {
      respondWithETag(supplierCsv(tires({ laos: '2' })), '"one"');
      fetchList({ force, now: nextDay }).then(() => response.end(supplierCsv(tires({ laos: '6' }))), response.destroy);
    });
    expect(await fetchList()).toEqual({ result: 'unchanged' });
    expect(await shop.stockOf('T1')).toMatchObject([{ on_hand: 2 }]);
  }
});

test('fetches a list again if another one, for whose import it waited, changed nothing', async () => {
  const list = supplierCsv(tires({ laos: '2' }));
  respondWithETag(list, '"one"');
  await fetchList();
  const other = openDatabase(shop.url());
  const fetches: Promise<unknown>[] = [];
  await other.kysely.transaction().execute(async (trx) => {
    await lockImports(trx);
    server.respondWith(async (_, response) => {
      respondWithETag(list, '"one"');
      fetches.push(fetchList({ now: nextDay, force: true }));
      await expect.poll(waitingSessions).toBe(1);
      response.end(supplierCsv(tires({ laos: '6' })));
    });
    fetches.push(fetchList());
    await expect.poll(waitingSessions).toBe(2);
  });
  await other.close();
  expect(await Promise.all(fetches)).toMatchObject([{ result: 'unchanged' }, { report: { unchanged: 3 } }]);
  expect(await shop.stockOf('T1')).toMatchObject([{ on_hand: 2 }]);
});
