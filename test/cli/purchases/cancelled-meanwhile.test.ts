import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { endSending, startSending } from '../../../src/shop/purchasing/send-purchase.server.ts';
import { cutOff, purchasesShop } from './purchases-shop.ts';

const shop = purchasesShop();
const change = { at: cutOff, actor: 'shop', answerDueAt: cutOff };

test('an order that is cancelled while its tires move from a draft to the one that could not be sent leaves that one', async () => {
  await shop.order(4);
  const { id } = await shop.db.selectFrom('purchases').select('id').executeTakeFirstOrThrow();
  const sending = await startSending(shop.db, id, change);
  if (!sending) throw new Error('the draft cannot be sent');
  const cancelled = await shop.order(2, 'other');

  // Moving the tires waits for this row as its last step but one; the cancellation then waits for the purchase.
  const other = openDatabase(shop.database.url);
  let ended: Promise<void> | undefined;
  let left: Promise<string> | undefined;
  await other.kysely.transaction().execute(async (trx) => {
    await trx
      .selectFrom('purchase_for')
      .innerJoin('orders', 'orders.id', 'purchase_for.order_id')
      .select('line_id')
      .where('orders.number', '=', cancelled)
      .forUpdate('purchase_for')
      .execute();
    ended = endSending(shop.db, sending, { result: 'unsent', reason: 'busy' }, change);
    await expect.poll(shop.waitingSessions).toBe(1);
    left = shop.done('orders', 'cancel', cancelled, '--yes');
    await expect.poll(shop.waitingSessions).toBe(2);
  });
  await Promise.all([ended, left]);
  await other.close();

  expect(await shop.purchases()).toMatchObject([{ state: 'draft' }, { state: 'closed' }]);
  expect(await shop.lines()).toMatchObject([{ ordered: 4, owed: 4 }]);
});
