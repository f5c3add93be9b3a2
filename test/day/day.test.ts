import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database/database.ts';
import { brokenInvariants } from '../support/database/invariants.ts';
import { type PlayedDay, playDay } from './day.ts';
import type { Size } from './wishes.ts';

/** At least one of each act. `npm run bench -- day` plays a full day. */
const short: Size = { orders: 12, branchTransfers: 2, counterSales: 2, phoneOrders: 1, swaps: 3, returns: 1 };

let database: TestDatabase;
let day: PlayedDay;

beforeAll(async () => {
  database = await testDatabase();
  day = await playDay(database.url, short, 1);
});
afterAll(async () => {
  await day?.[Symbol.asyncDispose]();
  await database?.drop();
});

test('after a simulated day, stock, money, purchases and mails match the acts of that day', async () => {
  expect(await day.differences()).toEqual([]);
  expect(await brokenInvariants(day.shop.db)).toEqual([]);
  expect(Object.fromEntries(day.acts)).toMatchObject({
    ...{ order: 12, 'counter sale': 2, 'phone order': 1, list: 2, delivery: 2, count: 2 },
    ...{ 'swap for cheaper tires': 1, 'swap for dearer tires': 1, 'warranty swap': 1, 'return of a new tire': 1 },
    ...{ 'missed appointment': 1, 'chosen appointment': 2, reminder: 1 },
  });
});

test('the comparison finds a lost ledger entry, a tire too many, and a mail that was never sent', async () => {
  const { pool } = day.shop.db;
  await pool.query(
    `delete from payment_ledger where id = (select max(id) from payment_ledger where provider = 'stripe')`,
  );
  await pool.query(`update stock set on_hand = on_hand + 1 where place = 'annelinn' and on_hand = 60`);
  await pool.query(`update letters set sent_at = null where id = (select id from letters where kind = 'paid' limit 1)`);
  const subjects = (await day.differences()).map((line) => line.split(':')[0]);
  expect(new Set(subjects)).toEqual(new Set(['mails', 'money', 'orders', 'stock']));
});
