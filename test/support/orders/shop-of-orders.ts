import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, expect } from 'vitest';
import { commandRunner, interactiveRunner } from '../command.ts';
import { seedTires } from '../database/seed.ts';
import { form } from './order-form.ts';
import { ordersApp, ordersDatabase, place } from './orders-shop.ts';

/** A shop with a tire `tire` for 79.90 € (eight at Ringtee, twelve at Annelinn), and its operator commands. */
export function shopOfOrders() {
  const database = ordersDatabase();
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await ordersApp(database.db.kysely);
  });
  beforeEach(() => seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 8, annelinn: 12 } }]));
  const run = commandRunner(database);
  /** Places an order for four tires, 319.60 €; returns its number. */
  const order = async (changes: Record<string, unknown> = {}): Promise<string> => {
    const answer = await place(app, form(changes));
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().order.number;
  };
  return {
    database,
    get db() {
      return database.db.kysely;
    },
    get app() {
      return app;
    },
    run,
    ask: interactiveRunner(run),
    order,
    place: (changes: Record<string, unknown> = {}) => place(app, form(changes)),
    /** Declares a withdrawal without an order token; returns the id of the declaration. */
    async withdraw(declaration: { number: string; name: string; email: string; note?: string }): Promise<string> {
      const payload = { locale: 'ee', ...declaration };
      const answer = await app.inject({ method: 'POST', url: '/v1/withdrawals', payload });
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json().id;
    },
    async paidOrder(changes: Record<string, unknown> = {}): Promise<string> {
      const number = await order(changes);
      expect(await run(['orders', 'paid', number, '--desk', '--yes'])).toMatchObject({ code: 0 });
      return number;
    },
    async idOf(number: string): Promise<number> {
      const orders = database.db.kysely.selectFrom('orders').select('id').where('number', '=', number);
      return (await orders.executeTakeFirstOrThrow()).id;
    },
    async orderState(number: string) {
      const { status, paid, review } = JSON.parse((await run(['orders', 'show', number, '--json'])).out);
      return { status, paid, review };
    },
    ledger: () =>
      database.db.kysely
        .selectFrom('payment_ledger')
        .select(['kind', 'provider', 'provider_ref', 'amount_cents', 'actor'])
        .orderBy('id')
        .execute(),
    stock: () =>
      database.db.kysely.selectFrom('stock').select(['place', 'on_hand', 'held', 'sold']).orderBy('place').execute(),
  };
}
