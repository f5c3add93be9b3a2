import type pg from 'pg';
import shop from '../../shop.config.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/connect.server.ts';
import { openQueues } from '../../src/database/queue.server.ts';
import { laterJobNames } from '../../src/jobs/later-jobs.ts';
import { openTill } from '../../src/open-till.ts';
import { orderAndPay } from '../../src/shop/checkout/order-and-pay.server.ts';
import { orderForm } from '../../src/shop/checkout/order-form.ts';
import type { Form } from './forms.ts';

/** A statement as `pg` was given it; `name` where it is prepared, `gives`: the column in which the order's id came back. */
export type Statement = { text: string; name: string | undefined; values: unknown[]; gives: string | undefined };

/** All that one order asked of the database, `begin` and `commit` with it. `id`: the order's, among the values too. */
export type RecordedOrder = { id: number; statements: Statement[] };

/** Places these orders on a database by the shop's own verb, one after another, and notes what `pg` was given. */
export async function recordOrders(url: string, forms: readonly Form[]): Promise<RecordedOrder[]> {
  const db = openDatabase(url, { connections: 1 });
  const onError = (error: unknown) => console.error(error);
  const queues = await openQueues(url, laterJobNames, { works: false, onError });
  const till = openTill(readConfig({}), shop, db, queues, () => new Date());
  const noted: { statement: Statement; rows: Promise<object[]> }[] = [];
  db.pool.on('connect', (client) =>
    listenTo(client, (statement, rows) => {
      noted.push({ statement, rows });
    }),
  );
  const orders: RecordedOrder[] = [];
  for (const form of forms) {
    noted.length = 0;
    const attempt = { key: crypto.randomUUID(), clientAddress: null, deviceId: null, limitByAddress: false };
    const placing = await orderAndPay(till, shop.limits, orderForm.parse(form), attempt);
    if (!placing.ok) throw new Error(`an order of the recording was refused: ${placing.reason}`);
    const id = placing.orderId;
    const statements = noted.map(async ({ statement, rows }) => ({ ...statement, gives: columnOf(id, await rows) }));
    orders.push({ id, statements: await Promise.all(statements) });
  }
  await queues.stop();
  await db.close();
  return orders;
}

function columnOf(id: number, [row = {}]: object[]): string | undefined {
  return Object.entries(row).find(([, value]) => value === id)?.[0];
}

type Asked = string | { text: string; name?: string; values?: unknown[] };

function listenTo(client: pg.PoolClient, note: (statement: Statement, rows: Promise<object[]>) => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const listening = (asked: Asked, values: unknown[] = [], ...rest: unknown[]) => {
    const given = typeof asked === 'string' ? { text: asked, values } : { values, ...asked };
    const answer = query(asked, values, ...rest);
    const { text, name } = given;
    note({ text, name, values: [...given.values], gives: undefined }, Promise.resolve(answer).then(rowsOf));
    return answer;
  };
  client.query = listening as typeof client.query;
}

const rowsOf = ({ rows = [] }: pg.QueryResult): object[] => rows;
