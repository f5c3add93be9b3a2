import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import shop from '../../../shop.config.ts';
import { sendMail } from '../../../src/jobs/send-mail.ts';
import type { Mail } from '../../../src/mail/mail.ts';
import { importPriceList } from '../../../src/shop/catalog/import/import-price-list.server.ts';
import { csv, type Row, streamOf } from '../../import/price-list.ts';
import { operator } from '../../support/command.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { look, ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { fridayNoon, runJobs, testShopContext } from '../../support/shop-context.ts';

const here = ordersDatabase();
const run = operator(here);
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
  // Only the first list contains the stock of the branches.
  return importPriceList(here.db, streamOf(csv(rows)), { now, branches: ['ringtee', 'annelinn'] });
}

beforeEach(async () => {
  expect(await importList([alpha, beta])).toMatchObject({ added: 2, joined: 1 });
  id = (await here.db.kysely.selectFrom('tires').select('id').executeTakeFirstOrThrow()).id;
  app = await ordersApp(here.db.kysely);
});
afterEach(() => app.close());

const stock = async () =>
  (await here.db.kysely.selectFrom('stock').select(['place', 'on_hand', 'held']).orderBy('place').execute()).map(
    ({ place: where, on_hand, held }) => `${where} ${on_hand} (${held})`,
  );
const holds = () =>
  here.db.kysely.selectFrom('stock_holds').select(['place', 'count', 'state']).orderBy('place').execute();

/** The mail to the branch about the order. */
async function branchMail(number: string): Promise<string> {
  const context = testShopContext(here.db.kysely);
  const sent: Mail[] = [];
  const mailer = {
    send: async (letter: Mail) => void sent.push(letter),
    close: () => {},
    describes: 'a list',
  };
  const page = () => 'https://shop.example/';
  const pages = { order: page, withdrawal: page, branch: async () => page() };
  const { failed } = await runJobs(context, (letter) =>
    sendMail({ shop: context, shopConfig: shop, mailer, pages }, letter),
  );
  expect(failed).toEqual([]);
  const letter = sent.find(({ name }) => name.includes(`${number}-branch-order`));
  return letter?.text.replace(/\s+/g, ' ') ?? '';
}

const order = async (count: number) => {
  const answer = await place(app, form({ items: items([id, count]) }));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().order;
};

test('takes tires from the branch, then from two suppliers by lead days; the last part sets the day', async () => {
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
    { place: 'supplier:alpha', count: 2, state: 'held' },
    { place: 'supplier:beta', count: 2, state: 'held' },
  ]);
  expect(await stock()).toContain('supplier:alpha 3 (2)');
  const seen = (await look(app, number, token)).json();
  expect(seen.order.items[0].parts).toEqual(lines[0].parts);
  expect(JSON.stringify(seen)).not.toMatch(/alpha|beta/);
});

test('promises the lead days of the only supplier', async () => {
  await order(2);
  const { items: lines, promisedOn } = await order(2);
  expect(lines[0].parts).toEqual([{ place: 'supplier', count: 2, leadDays: 2 }]);
  expect(promisedOn).toBe('2026-11-24');
});

test('shows branch and operator how many tires come from each supplier', async () => {
  const { number } = await order(6);
  const letter = await branchMail(number);
  expect(letter).toContain('tarnija beta: 2 tk, siia 2 tööpäevaga');
  expect(letter).toContain('tarnija alpha: 2 tk, siia 5 tööpäevaga');
  const { out } = await run(['orders', 'show', number]);
  expect(out).toMatch(/2 from supplier:beta/);
  expect(out).toMatch(/2 from supplier:alpha/);
});

test('sells the stock of all locations, and names what is left when one more is ordered', async () => {
  const more = await place(app, form({ items: items([id, 8]) }));
  expect(more.json()).toMatchObject({ code: 'out-of-stock', items: [{ id, available: 7 }] });
  await order(7);
  expect(await stock()).toEqual(['ringtee 2 (2)', 'supplier:alpha 3 (3)', 'supplier:beta 2 (2)']);
  const one = await place(app, form({ items: items([id, 1]) }));
  expect(one.json()).toMatchObject({ code: 'out-of-stock', items: [{ id, available: 0 }] });
});

test('keeps holds when a list shrinks below them; the other supplier’s tires stay free', async () => {
  await order(6);
  const later = new Date(fridayNoon.getTime() + 60_000);
  await importList([{ ...beta, stock_ringtee: '2', stock_supplier: '0' }], later);
  expect(await stock()).toEqual(['ringtee 2 (2)', 'supplier:alpha 3 (2)', 'supplier:beta 0 (2)']);
  const { items: lines } = await order(1);
  expect(lines[0].parts).toEqual([{ place: 'supplier', count: 1, leadDays: 5 }]);
  const none = await place(app, form({ items: items([id, 1]) }));
  expect(none.json()).toMatchObject({ code: 'out-of-stock', items: [{ available: 0 }] });
});

test('returns the tires to each location on cancellation, and deducts them on hand-over', async () => {
  const cancelled = await order(6);
  expect(await run(['orders', 'cancel', cancelled.number, '--yes'])).toMatchObject({ code: 0 });
  expect(await stock()).toEqual(['ringtee 2 (0)', 'supplier:alpha 3 (0)', 'supplier:beta 2 (0)']);
  const { number } = await order(6);
  for (const act of [['paid', '--desk'], ['ready'], ['complete']]) {
    const [verb = '', ...options] = act;
    expect(await run(['orders', verb, number, ...options, '--yes'])).toMatchObject({ code: 0 });
  }
  expect(await stock()).toEqual(['ringtee 0 (0)', 'supplier:alpha 1 (0)', 'supplier:beta 0 (0)']);
});
