import { beforeEach, expect, test } from 'vitest';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';

const database = ordersDatabase();

const ids = Array.from({ length: 8 }, (_, n) => `tire-${n}`);

beforeEach(() =>
  seedTires(database.db.kysely, [
    { id: 'last', stock: { ringtee: 4, annelinn: 1, supplier: { count: 5, leadDays: 3 } } },
    ...ids.map((id) => ({ id, stock: { ringtee: 20, annelinn: 20, supplier: { count: 30, leadDays: 2 } } })),
  ]),
);

async function promisedTires(): Promise<number> {
  const { rows } = await database.db.pool.query(
    `select sum(count) as sum from stock_holds where state in ('held', 'ordered')`,
  );
  return rows[0].sum;
}

/** A generator of pseudorandom integers below its argument, the same in every run. */
function seededRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

test('sells none of the last 10 tires twice to 50 concurrent orders for 1 to 4 tires', async () => {
  const app = await ordersApp(database.db.kysely);
  const orderedCounts = Array.from({ length: 50 }, (_, index) => (index % 4) + 1);
  const answers = await Promise.all(orderedCounts.map((count) => place(app, form({ items: items(['last', count]) }))));
  const accepted = orderedCounts.filter((_, index) => answers[index]?.statusCode === 201);
  const soldTires = accepted.reduce((sum, count) => sum + count, 0);
  const refusedCounts = orderedCounts.filter((_, index) => answers[index]?.json().code === 'out-of-stock');
  expect(soldTires).toBeLessThanOrEqual(10);
  expect(accepted.length + refusedCounts.length).toBe(50);
  // An order is refused only when it asks for more than is left.
  for (const count of refusedCounts) expect(count).toBeGreaterThan(10 - soldTires);
  expect(await promisedTires()).toBe(soldTires);
  const { rows } = await database.db.pool.query(`select on_hand, held, owed from stock where tire_id = 'last'`);
  for (const { on_hand, held, owed } of rows) expect(held + owed).toBeLessThanOrEqual(on_hand);
});

test('places 100 concurrent orders for the same tires with differently sorted lines', async () => {
  const app = await ordersApp(database.db.kysely);
  const random = seededRandom(7);
  const shuffledIds = () => {
    const ranked = ids.map((id) => ({ id, rank: random(1000) }));
    return ranked.sort((a, b) => a.rank - b.rank).map(({ id }) => id);
  };
  const orders = Array.from({ length: 100 }, () =>
    form({
      items: items(
        ...shuffledIds()
          .slice(0, 5)
          .map((id): [string, number] => [id, 1]),
      ),
    }),
  );
  const answers = await Promise.all(orders.map((order) => place(app, order)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(100).fill(201));
  expect(await promisedTires()).toBe(100 * 5);
});

test('retries an order whose transaction PostgreSQL ends because of a deadlock', async () => {
  const app = await ordersApp(database.db.kysely);
  const otherTransaction = await database.db.pool.connect();
  const deadlocks = async () => {
    const { rows } = await database.db.pool.query(
      `select deadlocks from pg_stat_database where datname = current_database()`,
    );
    return rows[0].deadlocks;
  };
  await otherTransaction.query(
    `begin; set local deadlock_timeout = '60s'; select from stock where tire_id = 'tire-1' for update`,
  );
  const answer = place(app, form({ items: items(['tire-0', 1], ['tire-1', 1]) }));
  const waitingQuery = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await database.db.pool.query(waitingQuery)).rowCount).toBe(1);
  // Each transaction waits for a lock of the other. The order's has the shorter deadlock timeout.
  await otherTransaction.query(`select from stock where tire_id = 'tire-0' for update`);
  await otherTransaction.query('commit');
  otherTransaction.release();
  expect((await answer).statusCode).toBe(201);
  await expect.poll(deadlocks, { timeout: 10_000 }).toBe(1);
});
