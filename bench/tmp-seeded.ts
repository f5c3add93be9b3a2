import { writeFileSync } from 'node:fs';
import { openDatabase } from '../src/database/connect.server.ts';
import { fillWithTires } from './filled-database.ts';
import { onTemporaryDatabase } from './temporary-database.ts';
import { seedOrders } from './desk/seed-orders.ts';
await onTemporaryDatabase(async (url) => {
  await fillWithTires(url, 50_000);
  const db = openDatabase(url, { statementTimeoutMs: 0 });
  await seedOrders(db);
  await db.close();
  writeFileSync('/tmp/D25-url', url);
  await new Promise((done) => setTimeout(done, 3_000_000));
});
