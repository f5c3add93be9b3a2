import { readFileSync } from 'node:fs';
import { Kysely, PostgresDialect } from 'kysely';
import shopConfig from '../shop.config.ts';
import { openDatabase } from '../src/database/connect.server.ts';
import { todayOf } from '../src/shop/desk/today.server.ts';
import { searchDesk } from '../src/shop/desk/search.server.ts';
const db = openDatabase(readFileSync('/tmp/D25-url', 'utf8'));
const queries: { sql: string; parameters: readonly unknown[] }[] = [];
const kysely = new Kysely<any>({ dialect: new PostgresDialect({ pool: db.pool }), log: ({ query }) => void queries.push({ sql: query.sql, parameters: query.parameters }) });
const shop = { db: kysely, shopConfig: shopConfig as any, now: () => new Date('2026-11-20T09:00:00Z') };
const what = process.argv[2];
if (what === 'today') await todayOf(shop, 'ringtee'); else await searchDesk(shop, process.argv[3]!);
for (const { sql, parameters } of queries) {
  const { rows } = await db.pool.query('explain (analyze, buffers off, costs off, summary on) ' + sql, parameters as any);
  console.log(sql.slice(0, 80).replace(/\s+/g, ' '));
  console.log(rows.map((r: any) => r['QUERY PLAN']).join('\n'));
}
await db.close();
