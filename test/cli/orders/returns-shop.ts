import Fastify from 'fastify';
import { expect } from 'vitest';
import { linkForBranch } from '../../../src/shop/checkout/desk/branch-order.server.ts';
import { staffAnswerOf } from '../../../src/shop/order/order-answer.server.ts';
import { readOrder } from '../../../src/shop/order/read-order.server.ts';
import { branchPage } from '../../../src/web/branch/branch-page.server.ts';
import { collapseSpaces } from '../../support/browser/browser.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { testShopContext } from '../../support/shop-context.ts';

/** A shop with eight tires at Ringtee and twelve at Annelinn. */
export function returnsShop() {
  const shop = shopOfOrders();
  const context = () => testShopContext(shop.db);
  const { database, run, order, paidOrder, withdraw, idOf, orderState, ledger } = shop;
  return {
    ...{ database, run, order, paidOrder, withdraw, idOf, orderState, ledger },
    get db() {
      return shop.db;
    },
    context,
    /** Runs a command that must succeed. */
    async done(...args: string[]): Promise<string> {
      const result = await shop.run(args);
      expect(result, result.err).toMatchObject({ code: 0 });
      return result.out;
    },
    /** An order of four tires that were handed over at Ringtee. */
    async completedOrder(): Promise<string> {
      const number = await shop.paidOrder();
      expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({ code: 0 });
      return number;
    },
    async counts(place: string) {
      const rows = shop.db.selectFrom('stock').select(['on_hand', 'held', 'sold', 'apart']).where('place', '=', place);
      return rows.executeTakeFirstOrThrow();
    },
    async view(number: string) {
      return staffAnswerOf(await readOrder(shop.db, await shop.idOf(number)), context().shopConfig);
    },
    /** The text of the page of an order for its branch. */
    async branchPage(number: string): Promise<string> {
      const app = Fastify();
      await app.register(branchPage, { shop: context(), isRateLimited: false });
      const link = new URLSearchParams(await linkForBranch(context(), number));
      const { body } = await app.inject({ url: `/branch?${link}` });
      await app.close();
      return collapseSpaces(body);
    },
  };
}

/** The pieces of an order by state. */
export async function pieceCounts(shop: ReturnType<typeof returnsShop>, number: string) {
  const rows = await shop.db
    .selectFrom('stock_holds')
    .select(['state', ({ fn }) => fn.sum<number>('count').as('count')])
    .where('order_id', '=', await shop.idOf(number))
    .groupBy('state')
    .orderBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
