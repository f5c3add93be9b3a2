import type pg from 'pg';
import shop from '../../shop.config.ts';
import { readConfig } from '../../src/app/config.ts';
import { openShopContext } from '../../src/app/open-shop-context.ts';
import { openDatabase } from '../../src/database/connect.server.ts';
import { openQueues } from '../../src/database/queue.server.ts';
import { jobNames } from '../../src/jobs/handle-jobs.ts';
import { orderForm } from '../../src/shop/checkout/place/order-form.ts';
import { orderAndPay } from '../../src/shop/checkout/place/place-order.server.ts';
import { type Form, firstId } from './forms.ts';

/** A statement as sent to `pg`. */
export type Statement = {
  text: string;
  /** The name of a prepared statement. */
  name: string | undefined;
  values: unknown[];
  /** Ids that the statement generated: column and value in its result. */
  ids: [column: string, id: number][];
};

/** All statements of one order, including `begin` and `commit`. Their values contain the ids of earlier results. */
export type RecordedOrder = Statement[];

/**
 * Places these orders with the shop's own function, one after another, and records the statements sent to `pg`. Leaves out an order
 * that needed a second attempt, because its random number was taken.
 */
export async function recordOrders(url: string, forms: readonly Form[]): Promise<RecordedOrder[]> {
  await using db = openDatabase(url, { connections: 1 });
  const onError = (error: unknown) => console.error(error);
  const queues = await openQueues(url, jobNames, { runsJobs: false, onError });
  const context = openShopContext(readConfig({}), shop, db, queues, () => new Date(), console.error);
  const recorded: RecordedStatement[] = [];
  db.pool.on('connect', (client) =>
    recordQueries(client, (statement) => {
      recorded.push(statement);
    }),
  );
  const orders: RecordedOrder[] = [];
  for (const form of forms) {
    recorded.length = 0;
    const attempt = { key: crypto.randomUUID(), clientAddress: null, deviceId: null };
    const placing = await orderAndPay(context, shop.limits, orderForm.parse(form), attempt);
    if (!placing.ok) throw new Error(`an order was refused: ${placing.reason}`);
    const statements: Statement[] = [];
    for (const { rows, ...statement } of recorded) {
      const result = await rows;
      if (result) statements.push({ ...statement, ids: idsIn(result) });
    }
    if (statements.length === recorded.length) orders.push(statements);
  }
  await queues.stop();
  return orders;
}

function idsIn([row = {}]: object[]): [string, number][] {
  return Object.entries(row).filter(([, value]) => typeof value === 'number' && value > firstId);
}

type Query = string | { text: string; name?: string; values?: unknown[] };

/** `rows`: the result, null if the statement failed. */
type RecordedStatement = Omit<Statement, 'ids'> & { rows: Promise<object[] | null> };

function recordQueries(client: pg.PoolClient, record: (statement: RecordedStatement) => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const recording = (sent: Query, values: unknown[] = [], ...rest: unknown[]) => {
    const { text, name, values: parameters } = typeof sent === 'string' ? { text: sent, values } : { values, ...sent };
    const answer = query(sent, values, ...rest);
    const rows = Promise.resolve(answer).then(rowsOf, () => null);
    record({ text, name, values: [...parameters], rows });
    return answer;
  };
  client.query = recording as typeof client.query;
}

const rowsOf = ({ rows = [] }: pg.QueryResult): object[] => rows;
