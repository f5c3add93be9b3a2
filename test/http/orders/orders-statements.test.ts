import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import type { Tables } from '../../../src/database/tables.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';

const database = ordersDatabase();

/** Places an order, and returns the first word of each SQL statement that it takes. */
async function statementsOf(order: Record<string, unknown>): Promise<(string | undefined)[]> {
  const queries: string[] = [];
  const dialect = new PostgresDialect({ pool: database.db.pool });
  const recordingDatabase = new Kysely<Tables>({ dialect, log: ({ query }) => void queries.push(query.sql) });
  const app = await ordersApp(recordingDatabase, { rateLimit: 1000 });
  const answer = await place(app, form(order), { key: randomUUID() });
  expect(answer.statusCode, answer.body).toBe(201);
  return queries.map((sql) => sql.trim().split(/\s/, 1)[0]?.toLowerCase());
}

test.each([
  ['one tire from one location', 'pay_at_branch', items(['tire', 1])],
  ['several tires from several locations', 'bank_transfer', items(['tire', 8], ['rare', 2], ['more', 1])],
])(
  'placing an order for %s takes eight SQL statements, including begin and commit',
  async (_case, paymentMethod, orderedItems) => {
    await seedTires(database.db.kysely, [
      { id: 'tire', stock: { ringtee: 4, annelinn: 3, supplier: { count: 20, leadDays: 4 } } },
      { id: 'rare', stock: { annelinn: 2 } },
      { id: 'more', stock: { ringtee: 1 } },
    ]);
    expect(await statementsOf({ paymentMethod, items: orderedItems })).toEqual([
      'begin',
      'with',
      'select',
      'with',
      'select',
      'select',
      'with',
      'commit',
    ]);
  },
);

test('an appointment takes four more statements: the limit, the bookings of the bays, their blocks, and the new booking', async () => {
  await seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 4 } }]);
  const fitting = { at: '2026-11-23T08:00:00Z', vehicle: 'car' };
  expect(await statementsOf({ fulfilment: 'fitting', fitting, items: items(['tire', 4]) })).toEqual([
    'begin',
    'with',
    'select',
    'with',
    'select',
    'select',
    'select',
    'select',
    'select',
    'insert',
    'with',
    'commit',
  ]);
});

test('an order for fitting without an appointment takes eight SQL statements', async () => {
  await seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 4 } }]);
  expect(await statementsOf({ fulfilment: 'fitting', items: items(['tire', 4]) })).toHaveLength(8);
});
