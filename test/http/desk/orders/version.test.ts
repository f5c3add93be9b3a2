import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { deskOrder } from '../../../../src/shop/desk/order/desk-order.server.ts';
import { recordEvent } from '../../../../src/shop/history.server.ts';
import { deskOfOrders } from '../../../support/desk/desk.ts';
import { fridayNoon, testShopContext } from '../../../support/shop-context.ts';

const { shop } = deskOfOrders();

test('an order that changes while the desk reads it has the version from before, so that an act on it is refused', async () => {
  const number = await shop.order();
  const { db } = shop;
  let isChanged = false;
  const changesAfterFirstRead: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isChanged && result.rows.some((row) => 'email' in row)) {
        isChanged = true;
        const { id } = await db
          .selectFrom('orders')
          .select('id')
          .where('number', '=', number)
          .executeTakeFirstOrThrow();
        await db.updateTable('orders').set({ email: 'new@example.com' }).where('id', '=', id).execute();
        await recordEvent(db, id, { at: fridayNoon, actor: 'test' }, 'changed');
      }
      return result;
    },
  };
  const during = await deskOrder(testShopContext(db.withPlugin(changesAfterFirstRead)), number);
  const after = await deskOrder(testShopContext(db), number);
  expect(during?.buyer.email).not.toBe(after?.buyer.email);
  expect(during?.version).not.toBe(after?.version);
});
