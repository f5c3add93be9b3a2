import type pg from 'pg';
import shop from '../../shop.config.ts';
import { readConfig } from '../../src/app/config.ts';
import { openShopContext } from '../../src/app/open-shop-context.ts';
import { openDatabase } from '../../src/database/connect.server.ts';
import { openQueues } from '../../src/database/queue.server.ts';
import { jobNames } from '../../src/jobs/handle-jobs.ts';
import { orderForm } from '../../src/shop/checkout/place/order-form.ts';
import { orderAndPay } from '../../src/shop/checkout/place/place-order.server.ts';
import type { Form } from './forms.ts';

/** A statement as sent to `pg`. */
export type Statement = {
  text: string;
  /** The name of a prepared statement. */
  name: string | undefined;
  values: unknown[];
  /** The result column with the order's id. */
  idColumn: string | undefined;
};

/** All statements of one order, including `begin` and `commit`. `id`: the order's id, which the values contain, too. */
export type RecordedOrder = { id: number; statements: Statement[] };

/** Places these orders with the shop's own function, one after another, and records the statements sent to `pg`. */
export async function recordOrders(url: string, forms: readonly Form[]): Promise<RecordedOrder[]> {
  const db = openDatabase(url, { connections: 1 });
  const onError = (error: unknown) => console.error(error);
  const queues = await openQueues(url, jobNames, { runsJobs: false, onError });
  const context = openShopContext(readConfig({}), shop, db, queues, () => new Date(), console.error);
  const recorded: { statement: Statement; rows: Promise<object[]> }[] = [];
  db.pool.on('connect', (client) =>
    recordQueries(client, (statement, rows) => {
      recorded.push({ statement, rows });
    }),
  );
  const orders: RecordedOrder[] = [];
  for (const form of forms) {
    recorded.length = 0;
    const attempt = { key: crypto.randomUUID(), clientAddress: null, deviceId: null };
    const placing = await orderAndPay(context, shop.limits, orderForm.parse(form), attempt);
    if (!placing.ok) throw new Error(`an order was refused: ${placing.reason}`);
    const id = placing.orderId;
    const statements = recorded.map(async ({ statement, rows }) => ({
      ...statement,
      idColumn: columnOf(id, await rows),
    }));
    orders.push({ id, statements: await Promise.all(statements) });
  }
  await queues.stop();
  await db.close();
  return orders;
}

function columnOf(id: number, [row = {}]: object[]): string | undefined {
  return Object.entries(row).find(([, value]) => value === id)?.[0];
}

type Query = string | { text: string; name?: string; values?: unknown[] };

function recordQueries(client: pg.PoolClient, record: (statement: Statement, rows: Promise<object[]>) => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const recording = (sent: Query, values: unknown[] = [], ...rest: unknown[]) => {
    const { text, name, values: parameters } = typeof sent === 'string' ? { text: sent, values } : { values, ...sent };
    const answer = query(sent, values, ...rest);
    record({ text, name, values: [...parameters], idColumn: undefined }, Promise.resolve(answer).then(rowsOf));
    return answer;
  };
  client.query = recording as typeof client.query;
}

const rowsOf = ({ rows = [] }: pg.QueryResult): object[] => rows;
