import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import type { Tables } from '../../../src/database/tables.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';

const database = ordersDatabase();

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
    const queries: string[] = [];
    const dialect = new PostgresDialect({ pool: database.db.pool });
    const recordingDatabase = new Kysely<Tables>({ dialect, log: ({ query }) => void queries.push(query.sql) });
    const app = await ordersApp(recordingDatabase, { rateLimit: 1000 });
    const answer = await place(app, form({ paymentMethod, items: orderedItems }), { key: randomUUID() });
    expect(answer.statusCode).toBe(201);
    const commands = queries.map((sql) => sql.trim().split(/\s/, 1)[0]?.toLowerCase());
    expect(commands).toEqual(['begin', 'with', 'select', 'with', 'select', 'select', 'with', 'commit']);
  },
);
