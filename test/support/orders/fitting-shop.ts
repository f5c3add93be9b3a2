import type { FastifyInstance } from 'fastify';
import { beforeEach, expect } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { instantAt } from '../../../src/shop/calendar.ts';
import { openCatalogueStore } from '../../../src/shop/catalog/catalogue.server.ts';
import { loadCatalogue } from '../../../src/shop/catalog/load-catalogue.server.ts';
import { tireReader } from '../../../src/shop/catalog/tire-row.server.ts';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import type { ShopContext } from '../../../src/shop/checkout/shop-context.server.ts';
import { type FittingStore, openFittingStore } from '../../../src/shop/fitting/bookings/follow-bookings.server.ts';
import { type SeedTire, seedTires } from '../database/seed.ts';
import { fridayNoon, testShopContext } from '../shop-context.ts';
import { form, items } from './order-form.ts';
import { type AppOptions, ordersApp, ordersDatabase, type PlaceOptions, place } from './orders-shop.ts';

export type Order = { number: string; token: string };

/** The start of an appointment as the API names it: a day and a time in Tallinn. */
export const startAt = (day: string, time: string) => instantAt(day, time).toISOString();

/** The next working days after `fridayNoon`, Friday 20 November 2026. */
export const monday = '2026-11-23';
export const tuesday = '2026-11-24';

type BlockOptions = { bay?: number | null; opens?: boolean; branch?: string };

type Slots = {
  reason: string | null;
  minutes: number | null;
  price: number | null;
  earliest: string | null;
  days: { day: string; state: string; starts: { at: string; time: string }[] }[];
  nextDay: string | null;
};

/** The API of orders and fitting slots, opened before each test with one clock, at `fridayNoon`. By default, 80 of `tire` are at each branch, and 80 of `far` at a supplier with three days of lead time. */
export function fittingShop({ tires, ...options }: { tires?: readonly SeedTire[] } & AppOptions = {}) {
  const database = ordersDatabase();
  let now = fridayNoon;
  const running = {} as { app: FastifyInstance; context: ShopContext; store: FittingStore };
  const catalogue = openCatalogueStore();

  beforeEach(async () => {
    now = fridayNoon;
    const { kysely } = database.db;
    await seedTires(
      kysely,
      tires ?? [
        { id: 'tire', stock: { ringtee: 80, annelinn: 80 } },
        { id: 'far', stock: { supplier: { count: 80, leadDays: 3 } } },
      ],
    );
    running.context = testShopContext(kysely, { now: () => now, ...options });
    running.store = openFittingStore(database.db, running.context.shopConfig, () => now);
    running.app = await ordersApp(kysely, {
      limits,
      ...options,
      shop: running.context,
      catalogue,
      fitting: running.store,
    });
  });

  const placeOrder = (changes: Record<string, unknown> = {}, request?: PlaceOptions) =>
    place(running.app, fittingForm(changes), request);

  const sendTo = (method: 'GET' | 'PUT' | 'DELETE', { number, token }: Order, payload?: object, query = '') =>
    running.app.inject({
      method,
      url: `/v1/orders/${number}/fitting${query}`,
      headers: { 'order-token': token, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { payload: JSON.stringify(payload) }),
    });

  return {
    database,
    get app() {
      return running.app;
    },
    get context() {
      return running.context;
    },
    get store() {
      return running.store;
    },
    now: () => now,
    /** Sets the clock to a time in Tallinn. */
    setTime(day: string, time: string) {
      now = instantAt(day, time);
    },
    place: placeOrder,
    /** Places an order with an appointment, and expects that it is placed. */
    async order(changes: Record<string, unknown> = {}): Promise<Order & { id: number }> {
      const answer = await placeOrder(changes);
      expect(answer.statusCode, answer.body).toBe(201);
      const { number, token } = answer.json().order;
      const { rows } = await database.db.pool.query('select id from orders where number = $1', [number]);
      return { number, token, id: rows[0].id };
    },
    /** One page of free slots. First loads the catalogue and the bookings into memory, from which slots are served. */
    async slots(query: Record<string, string> = {}): Promise<Slots> {
      const locations = [...shopConfig.branches.map(({ id }) => id), 'supplier'];
      const { tires, isDemonstration, eans } = await loadCatalogue(database.db, tireReader(locations));
      await catalogue.replace(tires, isDemonstration, eans);
      await running.store.load(['all']);
      const search = new URLSearchParams({ branch: 'ringtee', items: 'tire:4', ...query });
      const answer = await running.app.inject(`/v1/fitting/slots?${search}`);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    },
    slotsOf: async (order: Order, query = ''): Promise<Slots> => (await sendTo('GET', order, undefined, query)).json(),
    move: (order: Order, at: string, changes: object = {}) => sendTo('PUT', order, { at, vehicle: 'car', ...changes }),
    cancelTime: (order: Order) => sendTo('DELETE', order),
    async view(order: Order) {
      const headers = { 'order-token': order.token };
      return (await running.app.inject({ url: `/v1/orders/${order.number}`, headers })).json().order;
    },
    /** Releases the orders whose time to pay is over. */
    releaseExpired: () => releaseExpiredOrders(running.context),
    /** Each booking, with its start in Tallinn and the status of its order, sorted by start. */
    async bookings() {
      return rowsOf(`select to_char(starts_at at time zone 'Europe/Tallinn', 'YYYY-MM-DD HH24:MI') as at, bay, state,
        freed_because as because, o.status from fitting_bookings b left join orders o on o.id = b.order_id
        order by starts_at, bay, made_at`);
    },
    rows: rowsOf,
    /** Blocks a time of a day, in one bay or in all; with `opens`, opens it instead. */
    async block(
      day: string,
      [from, to]: [string, string],
      { bay = null, opens = false, branch = 'ringtee' }: BlockOptions = {},
    ) {
      await rowsOf(
        `insert into fitting_blocks (branch, bay, starts_at, ends_at, opens, made_by, made_at) values ($1, $2, $3, $4, $5, 'staff:kati', $6)`,
        [branch, bay, startAt(day, from), startAt(day, to), opens, now],
      );
    },
  };

  async function rowsOf(text: string, values: unknown[] = []) {
    return (await database.db.pool.query(text, values)).rows;
  }
}

/** High limits on open orders, so that tests can place many orders. */
const limits = { ...shopConfig.limits, openOrdersPerClient: 1_000, unpaidOrdersPerClientPerDay: 1_000 };

/** The body of an order for four of `tire`, fitted at Ringtee on Monday at 10:00 unless `changes` says otherwise. */
export function fittingForm({ at = startAt(monday, '10:00'), ...changes }: Record<string, unknown> = {}) {
  const fitting = at === null ? null : { at, vehicle: 'car' };
  return form({ fulfilment: 'fitting', fitting, items: items(['tire', 4]), ...changes });
}
