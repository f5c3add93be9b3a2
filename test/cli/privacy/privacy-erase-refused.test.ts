import { expect, test } from 'vitest';
import { textsFoundInDatabase } from '../../support/database/whole-database.ts';
import { erasureSetup } from '../../support/orders/erasing.ts';
import { allDataOfMari, orderActions } from '../../support/orders/forgetting.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { fridayNoon } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const { email, erase, sendQueuedMail } = erasureSetup(shop);
const { runOperator, placeCompletedOrder } = orderActions(shop);

/** Stores the finding that a provider has a payment unknown to the shop. `merchantRef`: an order's number or a payment's id. */
const storeFinding = (merchantRef: string) =>
  shop.db
    .insertInto('recon_findings')
    .values({
      provider: 'stripe',
      provider_ref: 'unknown',
      kind: 'unknown-here',
      data: { there: { merchantRef } },
      found_at: fridayNoon,
    })
    .execute();

/** Why a closed order may not be erased yet, each with a function that causes it. */
const obstacles: Record<string, (number: string, id: number) => Promise<unknown>> = {
  'it must be reviewed': async (number) =>
    shop.db.updateTable('orders').set({ review: 'overpaid' }).where('number', '=', number).execute(),
  'one of its payments may still change': async (_, id) =>
    shop.db.updateTable('payments').set({ next_poll_at: '2026-11-21T10:00:00Z' }).where('order_id', '=', id).execute(),
  'one of its refunds is not done': (number) => runOperator('orders', 'refund', number),
  'a declaration of withdrawal is not handled': (number) => shop.withdraw({ number, name: 'Mari', email }),
  'a finding about it is not resolved': (number) => storeFinding(number),
  // This finding names a payment of the order.
  'a finding about it is not resolved (`findings list`)': async (_, id) => {
    const payments = shop.db.selectFrom('payments').select('id').where('order_id', '=', id);
    await storeFinding((await payments.executeTakeFirstOrThrow()).id);
  },
  'an e-mail about it is not sent yet': async () =>
    shop.db.updateTable('letters').set({ sent_at: null }).where('kind', '=', 'placed').execute(),
};

test.each(Object.keys(obstacles))('privacy erase: refuses an order while %s', async (reason) => {
  const number = await placeCompletedOrder();
  await sendQueuedMail();
  await obstacles[reason]?.(number, await shop.idOf(number));
  const { code, err } = await erase('--yes');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`order ${number}: not erased: ${reason}`) });
  expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual(allDataOfMari);
});
