import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendMail } from '../../../src/jobs/sending/send-mail.ts';
import type { Mail } from '../../../src/mail/mail.ts';
import { importPriceList } from '../../../src/shop/catalog/import/import-price-list.server.ts';
import { csv, type Row, streamOf } from '../../import/price-list.ts';
import { commandRunner } from '../../support/command.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place, readOrder } from '../../support/orders/orders-shop.ts';
import { fridayNoon, runJobs, testShopContext } from '../../support/shop-context.ts';

const database = ordersDatabase();
const run = commandRunner(database);
const ean = '6419440382319';
const alpha: Row = {
  supplier: 'alpha',
  supplier_sku: 'A1',
  ean,
  stock_ringtee: '2',
  stock_supplier: '3',
  lead_days: '5',
};
const beta: Row = {
  supplier: 'beta',
  supplier_sku: 'B7',
  ean,
  stock_ringtee: '0',
  stock_supplier: '2',
  lead_days: '2',
};

let app: FastifyInstance;
let id: string;

async function importList(rows: Row[], now = fridayNoon) {
  return importPriceList(database.db, streamOf(csv(rows)), { now, branches: ['ringtee', 'annelinn'] });
}

beforeEach(async () => {
  expect(await importList([alpha, beta])).toMatchObject({ added: 2, joined: 1 });
  id = (await database.db.kysely.selectFrom('tires').select('id').executeTakeFirstOrThrow()).id;
  app = await ordersApp(database.db.kysely);
});
afterEach(() => app.close());

/**
 * Each location as `name on-hand (held)`; `+ n sold`: paid and not handed over; `+ n owed`: ordered from the supplier and
 * not yet deducted in its list.
 */
const stock = async () => {
  const rows = database.db.kysely.selectFrom('stock').select(['place', 'on_hand', 'held', 'sold', 'owed']);
  return (await rows.orderBy('place').execute()).map(({ place: location, on_hand, held, sold, owed }) => {
    const counts = [held, ...(sold > 0 ? [`${sold} sold`] : []), ...(owed > 0 ? [`${owed} owed`] : [])];
    return `${location} ${on_hand} (${counts.join(' + ')})`;
  });
};
const holds = () =>
  database.db.kysely.selectFrom('stock_holds').select(['place', 'count', 'state']).orderBy('place').execute();

/** Sends all queued mail; returns the text of the mail to the branch about this order. */
async function sendBranchMail(number: string): Promise<string> {
  const context = testShopContext(database.db.kysely);
  const sent: Mail[] = [];
  const mailer = {
    send: async (mail: Mail) => void sent.push(mail),
    close: () => {},
    description: 'a list',
  };
  const page = () => 'https://shop.example/';
  const pages = { order: page, withdrawal: page, branch: async () => page(), fitting: async () => page() };
  const { failed } = await runJobs(context, (mailId) => sendMail({ shop: context, mailer, pages }, mailId));
  expect(failed).toEqual([]);
  const mail = sent.find(({ name }) => name.includes(`${number}-branch-order`));
  return mail?.text.replace(/\s+/g, ' ') ?? '';
}

const order = async (count: number) => {
  const answer = await place(app, form({ items: items([id, count]) }));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().order;
};

test('takes tires from the branch, then from two suppliers in order of lead days; promises the day of the last part', async () => {
  const { items: lines, promisedOn, total, number, token } = await order(6);
  expect(lines).toMatchObject([{ id, count: 6, price: 79.9 }]);
  expect(lines[0].parts).toEqual([
    { place: 'ringtee', count: 2, leadDays: 0 },
    { place: 'supplier', count: 2, leadDays: 2 },
    { place: 'supplier', count: 2, leadDays: 5 },
  ]);
  // One price for all suppliers; five working days after Friday.
  expect({ total, promisedOn }).toEqual({ total: 479.4, promisedOn: '2026-11-27' });
  expect(await holds()).toEqual([
    { place: 'ringtee', count: 2, state: 'held' },
    { place: 'supplier:alpha', count: 2, state: 'ordered' },
    { place: 'supplier:beta', count: 2, state: 'ordered' },
  ]);
  expect(await stock()).toContain('supplier:alpha 3 (0 + 2 owed)');
  const readAnswer = (await readOrder(app, number, token)).json();
  expect(readAnswer.order.items[0].parts).toEqual(lines[0].parts);
  expect(JSON.stringify(readAnswer)).not.toMatch(/alpha|beta/);
});

test('promises the lead days of the supplier when all tires come from one', async () => {
  // The first order takes the tires of the branch.
  await order(2);
  const { items: lines, promisedOn } = await order(2);
  expect(lines[0].parts).toEqual([{ place: 'supplier', count: 2, leadDays: 2 }]);
  expect(promisedOn).toBe('2026-11-24');
});

test('shows branch and operator how many tires come from each supplier', async () => {
  const { number } = await order(6);
  const mail = await sendBranchMail(number);
  expect(mail).toContain('tarnija beta: 2 tk, veel tellimata (siin: ');
  expect(mail).toContain('tarnija alpha: 2 tk, veel tellimata (siin: ');
  const { out } = await run(['orders', 'show', number]);
  expect(out).toMatch(/2 from supplier:beta/);
  expect(out).toMatch(/2 from supplier:alpha/);
});

test('sells the stock of all locations, and reports the available count when an order exceeds it', async () => {
  const tooMany = await place(app, form({ items: items([id, 8]) }));
  expect(tooMany.json()).toMatchObject({ code: 'out-of-stock', items: [{ id, available: 7 }] });
  await order(7);
  expect(await stock()).toEqual(['ringtee 2 (2)', 'supplier:alpha 3 (0 + 3 owed)', 'supplier:beta 2 (0 + 2 owed)']);
  const afterSellOut = await place(app, form({ items: items([id, 1]) }));
  expect(afterSellOut.json()).toMatchObject({ code: 'out-of-stock', items: [{ id, available: 0 }] });
});

test('keeps ordered tires when a price list has less stock than was ordered; tires of the other supplier stay available', async () => {
  await order(6);
  const minuteLater = new Date(fridayNoon.getTime() + 60_000);
  await importList([{ ...beta, stock_ringtee: '2', stock_supplier: '0' }], minuteLater);
  expect(await stock()).toEqual(['ringtee 2 (2)', 'supplier:alpha 3 (0 + 2 owed)', 'supplier:beta 0 (0 + 2 owed)']);
  const { items: lines } = await order(1);
  expect(lines[0].parts).toEqual([{ place: 'supplier', count: 1, leadDays: 5 }]);
  const afterSellOut = await place(app, form({ items: items([id, 1]) }));
  expect(afterSellOut.json()).toMatchObject({ code: 'out-of-stock', items: [{ available: 0 }] });
});

test('releases the tires of each location on cancellation, and deducts them when they are handed over', async () => {
  const cancelled = await order(6);
  expect(await run(['orders', 'cancel', cancelled.number, '--yes'])).toMatchObject({ code: 0 });
  expect(await stock()).toEqual(['ringtee 2 (0)', 'supplier:alpha 3 (0)', 'supplier:beta 2 (0)']);
  const { number } = await order(6);
  expect(await run(['orders', 'paid', number, '--desk', '--yes'])).toMatchObject({ code: 0 });
  expect(await stock()).toEqual([
    'ringtee 2 (0 + 2 sold)',
    'supplier:alpha 3 (0 + 2 owed)',
    'supplier:beta 2 (0 + 2 owed)',
  ]);
  for (const verb of ['ready', 'complete'])
    expect(await run(['orders', verb, number, '--yes'])).toMatchObject({ code: 0 });
  expect(await stock()).toEqual(['ringtee 0 (0)', 'supplier:alpha 3 (0 + 2 owed)', 'supplier:beta 2 (0 + 2 owed)']);
});

test('a list with the counts from before a sale offers no tire a second time, at a branch or a supplier', async () => {
  const { number } = await order(6);
  expect(await run(['orders', 'paid', number, '--desk', '--yes'])).toMatchObject({ code: 0 });
  await importList([alpha, beta], new Date(fridayNoon.getTime() + 60_000));
  expect(await stock()).toEqual([
    'ringtee 2 (0 + 2 sold)',
    'supplier:alpha 3 (0 + 2 owed)',
    'supplier:beta 2 (0 + 2 owed)',
  ]);
  const refused = await place(app, form({ items: items([id, 2]) }));
  expect(refused.json()).toMatchObject({ code: 'out-of-stock', items: [{ available: 1 }] });
});
