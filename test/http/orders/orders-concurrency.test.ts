import { beforeEach, expect, test } from 'vitest';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';

const here = ordersDatabase();

const ids = Array.from({ length: 8 }, (_, n) => `tire-${n}`);

beforeEach(() =>
  seedTires(here.db.kysely, [
    { id: 'last', stock: { ringtee: 4, annelinn: 1, supplier: { count: 5, leadDays: 3 } } },
    ...ids.map((id) => ({ id, stock: { ringtee: 20, annelinn: 20, supplier: { count: 30, leadDays: 2 } } })),
  ]),
);

async function held(): Promise<number> {
  const { rows } = await here.db.pool.query(`select sum(count) as sum from stock_holds where state = 'held'`);
  return rows[0].sum;
}

/** A pseudorandom sequence, the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

test('sells each of the last 10 tires exactly once to 50 concurrent orders for 1 to 4 tires', async () => {
  const app = await ordersApp(here.db.kysely);
  const wants = Array.from({ length: 50 }, (_, n) => (n % 4) + 1);
  const answers = await Promise.all(wants.map((n) => place(app, form({ items: items(['last', n]) }))));
  const accepted = wants.filter((_, n) => answers[n]?.statusCode === 201).reduce((sum, n) => sum + n, 0);
  const refused = wants.filter((_, n) => answers[n]?.json().code === 'out-of-stock');
  expect(accepted).toBeLessThanOrEqual(10);
  expect(answers.filter(({ statusCode }) => statusCode === 201).length + refused.length).toBe(50);
  for (const n of refused) expect(n).toBeGreaterThan(10 - accepted);
  expect(await held()).toBe(accepted);
  const { rows } = await here.db.pool.query(`select on_hand, held from stock where tire_id = 'last'`);
  for (const { on_hand, held } of rows) expect(held).toBeLessThanOrEqual(on_hand);
});

test('places 100 concurrent orders with the same tires in different orders of lines', async () => {
  const app = await ordersApp(here.db.kysely);
  const random = numbers(7);
  const shuffled = () => ids.map((id) => [random(1000), id] as const).sort((a, b) => a[0] - b[0]);
  const orders = Array.from({ length: 100 }, () =>
    form({
      items: items(
        ...shuffled()
          .slice(0, 5)
          .map(([, id]): [string, number] => [id, 1]),
      ),
    }),
  );
  const answers = await Promise.all(orders.map((order) => place(app, order)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(100).fill(201));
  expect(await held()).toBe(500);
});

test('retries an order that loses a deadlock', async () => {
  const app = await ordersApp(here.db.kysely);
  const other = await here.db.pool.connect();
  const deadlocks = async () => {
    const { rows } = await here.db.pool.query(
      `select deadlocks from pg_stat_database where datname = current_database()`,
    );
    return rows[0].deadlocks;
  };
  await other.query(`begin; set local deadlock_timeout = '60s'; select from stock where tire_id = 'tire-1' for update`);
  const answer = place(app, form({ items: items(['tire-0', 1], ['tire-1', 1]) }));
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await here.db.pool.query(waiting)).rowCount).toBe(1);
  // Now each waits for the other; the order detects it first.
  await other.query(`select from stock where tire_id = 'tire-0' for update`);
  await other.query('commit');
  other.release();
  expect((await answer).statusCode).toBe(201);
  await expect.poll(deadlocks, { timeout: 10_000 }).toBe(1);
});
