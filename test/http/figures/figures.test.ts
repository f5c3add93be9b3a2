import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { completeOrder, markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { handOver, undoHandOver } from '../../../src/shop/checkout/handover/hand-over.server.ts';
import { markTransferSent } from '../../../src/shop/checkout/handover/transfers.server.ts';
import { markRefunded, refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { swapUnderWarranty } from '../../../src/shop/checkout/returns/swap-warranty.server.ts';
import { takeBack } from '../../../src/shop/checkout/returns/take-back.server.ts';
import type { ShopContext } from '../../../src/shop/checkout/shop-context.server.ts';
import type { Grouping } from '../../../src/shop/desk/figures/figures.ts';
import { figureAsCsv } from '../../../src/shop/desk/figures/figures-csv.ts';
import { readLate } from '../../../src/shop/desk/figures/late.server.ts';
import { marginBy, refreshClosedSales, salesBy } from '../../../src/shop/desk/figures/sales.server.ts';
import { stockValue } from '../../../src/shop/desk/figures/stock-value.server.ts';
import { addVisits, visitsBetween } from '../../../src/shop/desk/figures/visits.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const database = ordersDatabase();
const db = () => database.db.kysely;
let at: Date;
let shop: ShopContext;

const owner = { maySeeMargin: true };
const november = { from: '2026-11-01', to: '2026-11-30' };
const two = new Map([['tire', 2]]);
/** 4 × 79.90 € with 24 % VAT. */
const fourGross = 31_960;
const fourNet = 25_774;

beforeEach(async () => {
  at = fridayNoon;
  shop = testShopContext(db(), { now: () => at });
  // The test before has closed these days.
  await refreshClosedSales(db());
  await seedTires(db(), [{ id: 'tire', stock: { ringtee: 8, annelinn: 12, supplier: 40 } }]);
});

async function paidOrder(changes: Record<string, unknown> = {}): Promise<number> {
  const answer = await place(await ordersApp(db(), { now: () => at }), form(changes));
  expect(answer.statusCode, answer.body).toBe(201);
  const newest = db().selectFrom('orders').select('id').orderBy('id', 'desc').limit(1);
  const { id } = await newest.executeTakeFirstOrThrow();
  expect(await markPaid(shop, id, 'operator')).toEqual({ ok: true });
  return id;
}

async function soldOrder(changes: Record<string, unknown> = {}): Promise<number> {
  const id = await paidOrder(changes);
  expect(await completeOrder(shop, id, 'operator')).toEqual({ ok: true });
  return id;
}

async function refund(id: number, amountCents: number): Promise<void> {
  expect(await refundOrder(shop, id, amountCents, 'goodwill', 'operator')).toMatchObject({ ok: true });
  expect(await markRefunded(shop, id, 'operator')).toMatchObject({ ok: true });
}

const laterBy = (days: number) => {
  at = new Date(fridayNoon.getTime() + days * 24 * 60 * 60 * 1000);
};

const sales = (by: Grouping, branch?: string) => salesBy(db(), by, { ...november, branch });

const nothing = { soldPieces: 0, returnedPieces: 0, soldCents: 0, returnedCents: 0, refundedCents: 0 };

test('counts a sale on the day of the hand-over in Tallinn, not of the order or the payment', async () => {
  const id = await paidOrder();
  expect(await sales('day')).toEqual([]);
  at = new Date('2026-11-22T22:30:00Z');
  expect(await handOver(shop, id, 'operator', { tires: two })).toEqual({ ok: true });
  const half = {
    ...nothing,
    soldPieces: 2,
    soldCents: fourGross / 2,
    grossCents: fourGross / 2,
    netCents: fourNet / 2,
  };
  expect(await sales('day')).toEqual([{ key: '2026-11-23', ...half }]);
  expect(await salesBy(db(), 'day', { from: '2026-11-22', to: '2026-11-22' })).toEqual([]);
  expect(await undoHandOver(shop, id, 'operator', { tires: two })).toEqual({ ok: true });
  expect(await sales('branch')).toMatchObject([{ key: 'ringtee', soldPieces: 0, netCents: 0 }]);
});

test('a return reduces the sales of its day; the refund of the return does not reduce sales again', async () => {
  const id = await soldOrder();
  laterBy(1);
  const taken = { tires: two, condition: 'new', place: 'annelinn' } as const;
  expect(await takeBack(shop, id, 'operator', taken)).toMatchObject({ ok: true });
  laterBy(2);
  await refund(id, fourGross / 2);
  expect(await sales('day')).toEqual([
    { key: '2026-11-20', ...nothing, soldPieces: 4, soldCents: fourGross, grossCents: fourGross, netCents: fourNet },
    {
      ...{ key: '2026-11-21', ...nothing, returnedPieces: 2, returnedCents: fourGross / 2 },
      ...{ grossCents: -fourGross / 2, netCents: -fourNet / 2 },
    },
  ]);
  expect(await sales('brand')).toMatchObject([
    { key: 'Nokian', soldPieces: 4, returnedPieces: 2, netCents: fourNet / 2 },
  ]);
  expect(await sales('branch', 'annelinn')).toEqual([]);
});

test('a refund of tires that the buyer keeps reduces sales, also if the tires come back afterwards', async () => {
  const id = await soldOrder();
  await refund(id, 2480);
  const refunded = { ...nothing, refundedCents: 2480, grossCents: -2480, netCents: -2000 };
  expect(await sales('size')).toEqual([
    { key: '205/55 R16', ...nothing, soldPieces: 4, soldCents: fourGross, grossCents: fourGross, netCents: fourNet },
    { key: null, ...refunded },
  ]);
  expect(await sales('branch')).toMatchObject([{ key: 'ringtee', refundedCents: 2480, netCents: fourNet - 2000 }]);
  laterBy(1);
  const all = { tires: new Map([['tire', 4]]), condition: 'new', place: 'ringtee' } as const;
  expect(await takeBack(shop, id, 'operator', all)).toMatchObject({ ok: true });
  await refund(id, fourGross - 2480);
  expect(await sales('branch')).toMatchObject([{ refundedCents: 0, grossCents: 0, netCents: 0 }]);
});

test('a warranty swap and a refund before the hand-over change no sales', async () => {
  const id = await soldOrder();
  const swap = { tires: two, branch: 'ringtee', reason: 'bulge' };
  expect(await swapUnderWarranty(shop, id, 'operator', swap)).toEqual({ ok: true });
  const cancelled = await paidOrder({ branch: 'annelinn' });
  await refund(cancelled, fourGross);
  expect(await sales('branch')).toMatchObject([
    { key: 'ringtee', soldPieces: 4, returnedPieces: 0, grossCents: fourGross },
  ]);
});

test('figures are the same before and after days are closed', async () => {
  at = new Date('2025-11-20T10:00:00Z');
  const id = await soldOrder();
  await refund(id, 2480);
  const year = { from: '2025-01-01', to: '2026-12-31' };
  const read = () =>
    Promise.all([salesBy(db(), 'day', year), salesBy(db(), 'brand', year), marginBy(db(), 'size', year, owner)]);
  const open = await read();
  await refreshClosedSales(db());
  expect(await read()).toEqual(open);
  at = new Date('2025-11-21T10:00:00Z');
  await soldOrder();
  expect((await salesBy(db(), 'day', year)).map(({ key }) => key)).toEqual(['2025-11-20', '2025-11-21']);
});

test('shows the margin to the owner only, from the average purchase cost, else the cost in price lists, else as unknown', async () => {
  await soldOrder();
  const margin = async () => (await marginBy(db(), 'brand', november, owner))?.[0];
  expect(await marginBy(db(), 'brand', november, { maySeeMargin: false })).toBeNull();
  const unknown = { unknownPieces: 4, unknownNetCents: fourNet };
  const row = { key: 'Nokian', pieces: 4, netCents: fourNet, costCents: 0, marginCents: 0, estimatedPieces: 0 };
  expect(await margin()).toEqual({ ...row, ...unknown });
  await db().updateTable('tire_sources').set({ cost_net: 50 }).execute();
  const known = { unknownPieces: 0, unknownNetCents: 0 };
  const byList = { costCents: 20_000, marginCents: fourNet - 20_000, estimatedPieces: 4 };
  expect(await margin()).toEqual({ ...row, ...known, ...byList });
  await sql`insert into purchases (number, supplier, branch, state, created_at)
    values ('P1', 'seed', 'ringtee', 'closed', now()), ('P2', 'seed', 'ringtee', 'closed', now())`.execute(db());
  await sql`insert into purchase_lines (purchase_id, tire_id, supplier_sku, cost_net, ordered, confirmed, received)
    select id, 'tire', 'tire', case number when 'P1' then 40 else 48 end, 4, 4, case number when 'P1' then 4 else 4 end
    from purchases`.execute(db());
  expect(await margin()).toEqual({ ...row, ...known, costCents: 17_600, marginCents: fourNet - 17_600 });
  await refund((await db().selectFrom('orders').select('id').executeTakeFirstOrThrow()).id, 2480);
  expect(await marginBy(db(), 'branch', november, owner)).toMatchObject([{ marginCents: fourNet - 2000 - 17_600 }]);
});

test('values stock at its cost, else at its price without VAT, including sold tires and tires in transit', async () => {
  const id = await paidOrder({ items: [{ id: 'tire', count: 12, price: 79.9 }] });
  const transfer = await db().selectFrom('transfers').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow();
  expect(await markTransferSent(shop, transfer.id, 'branch:annelinn')).toEqual({ ok: true });
  const value = (branch?: string) => stockValue(db(), { vatPercent: 24, branch });
  const atPrice = (pieces: number) => ({ unknownPieces: pieces, atSalePriceCents: pieces * 6444 });
  const none = { costCents: 0, estimatedPieces: 0, apartPieces: 0 };
  const { count } = transfer;
  expect(await value()).toEqual([
    { branch: 'annelinn', pieces: 12 - count, ...none, ...atPrice(12 - count) },
    { branch: 'ringtee', pieces: 8, ...none, ...atPrice(8) },
    { branch: null, pieces: count, ...none, ...atPrice(count) },
  ]);
  await db().updateTable('tire_sources').set({ cost_net: 50 }).execute();
  expect(await value('ringtee')).toEqual([
    { branch: 'ringtee', pieces: 8, ...none, costCents: 40_000, estimatedPieces: 8, ...atPrice(0) },
  ]);
});

test('late orders, transfers and purchases have the data that links need, for one branch or all', async () => {
  await paidOrder({ items: [{ id: 'tire', count: 12, price: 79.9 }] });
  const late = (branch?: string) => readLate(db(), { shopConfig: shop.shopConfig, now: at, branch });
  const none = { orders: [], transfers: [], restsDue: [], purchasesUnanswered: [] };
  expect(await late()).toEqual(none);
  laterBy(14);
  await sql`insert into purchases (number, supplier, branch, state, created_at, answer_due_at)
    values ('P1', 'seed', 'ringtee', 'sent', now(), ${fridayNoon})`.execute(db());
  await sql`insert into purchase_lines (purchase_id, tire_id, supplier_sku, ordered)
    select id, 'tire', 'tire', 4 from purchases`.execute(db());
  const order = await db().selectFrom('orders').select(['number', 'promised_on']).executeTakeFirstOrThrow();
  const transfer = await db().selectFrom('transfers').select('id').executeTakeFirstOrThrow();
  expect(await late('ringtee')).toEqual({
    orders: [{ number: order.number, promisedOn: order.promised_on, expectedOn: null, missingPieces: 0 }],
    transfers: [{ id: transfer.id, number: order.number, from: 'annelinn', to: 'ringtee', state: 'requested' }],
    restsDue: [],
    purchasesUnanswered: [{ number: 'P1', supplier: 'seed' }],
  });
  expect(await late('annelinn')).toMatchObject({
    orders: [],
    transfers: [{ id: transfer.id }],
    purchasesUnanswered: [],
  });
});

test('a figure is CSV for spreadsheets in euros', async () => {
  await soldOrder();
  expect(await figureAsCsv('sales', await sales('brand'), { key: 'Bränd', netCents: 'Käibemaksuta' })).toBe(
    '\uFEFFBränd;soldPieces;returnedPieces;soldCents;returnedCents;refundedCents;grossCents;Käibemaksuta\r\n' +
      'Nokian;4;0;"319,60";"0,00";"0,00";"319,60";"257,74"\r\n',
  );
});

test('a negative amount in CSV is a number, not a text with an apostrophe', async () => {
  const row = { key: null, soldPieces: 0, returnedPieces: 0, soldCents: 0, returnedCents: 0, refundedCents: 31960 };
  const csv = await figureAsCsv('sales', [{ ...row, grossCents: -31960, netCents: -25774 }]);
  expect(csv.split('\r\n')[1]).toBe(';0;0;"0,00";"0,00";"319,60";"-319,60";"-257,74"');
});

test('stores at most 200 referrers of a day; the others are added up as “other”', async () => {
  const day = '2026-11-20';
  const views = (site: number) => ({ day, page: 'index', referrer: `site${site}.example`, views: 2 });
  const first = Array.from({ length: 150 }, (_, site) => views(site));
  const second = Array.from({ length: 150 }, (_, site) => views(100 + site));
  await Promise.all([addVisits(db(), first), addVisits(db(), second)]);
  await addVisits(db(), [{ day: '2026-11-21', page: 'faq', referrer: '', views: 7 }]);
  const visits = await visitsBetween(db(), { from: day, to: day });
  expect(visits).toMatchObject({ total: 600, days: [{ day, views: 600 }], pages: [{ page: 'index', views: 600 }] });
  expect(visits.referrers[0]).toEqual({ referrer: 'other', views: 100 });
  const { rows } = await database.db.pool.query('select from page_views where day = $1', [day]);
  expect(rows).toHaveLength(201);
});
