import { sql } from 'kysely';
import { expect, test } from 'vitest';
import shopConfig from '../../../../shop.config.ts';
import { piecesOf } from '../../../../src/shop/order/order-pieces.server.ts';
import { shopOfOrders } from '../../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

test('joins paid and unpaid pieces at the branch, with all that are set aside', async () => {
  const number = await shop.order();
  await shop.run(['orders', 'put-aside', number, '--shelf', 'A3']);
  const { id } = await shop.db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirstOrThrow();
  const trx = await shop.db.startTransaction().execute();
  await sql`insert into stock_holds select order_id, position, tire_id, place, 2, lead_days, 'sold' from stock_holds`.execute(
    trx,
  );
  await trx.updateTable('stock_holds').set({ count: 2 }).execute();
  expect(await piecesOf(trx, shopConfig, id)).toMatchObject([
    { state: 'here', count: 4, shelf: 'A3', putAsideCount: 4 },
  ]);
  await trx.rollback().execute();
});
