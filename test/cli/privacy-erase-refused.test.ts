import { expect, test } from 'vitest';
import { findable } from '../support/database/whole-database.ts';
import { erasingOf } from '../support/orders/erasing.ts';
import { allOfMari, closingOf } from '../support/orders/forgetting.ts';
import { shopOfOrders } from '../support/orders/shop-of-orders.ts';
import { fridayNoon } from '../support/shop-context.ts';

const shop = shopOfOrders();
const { email, erase, sendLetters } = erasingOf(shop);
const { act, completed } = closingOf(shop);

/** A provider has money that the shop does not know, for an order's number or an attempt. */
const finding = (merchantRef: string) =>
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

/** What may be open about an order that is over. */
const open: Record<string, (number: string, id: number) => Promise<unknown>> = {
  'it must be reviewed': async (number) =>
    shop.db.updateTable('orders').set({ review: 'overpaid' }).where('number', '=', number).execute(),
  'a payment of it may still change': async (_, id) =>
    shop.db.updateTable('payments').set({ next_poll_at: '2026-11-21T10:00:00Z' }).where('order_id', '=', id).execute(),
  'a refund of it is not done': (number) => act('orders', 'refund', number),
  'a declaration of withdrawal awaits somebody': (number) => shop.withdraw({ number, name: 'Mari', email }),
  'a finding about it is not resolved': (number) => finding(number),
  'a finding about it is not resolved (findings list)': async (_, id) => {
    const attempts = shop.db.selectFrom('payments').select('id').where('order_id', '=', id);
    await finding((await attempts.executeTakeFirstOrThrow()).id);
  },
  'a letter about it is not sent yet': async () =>
    shop.db.updateTable('letters').set({ sent_at: null }).where('kind', '=', 'placed').execute(),
};

test.each(Object.keys(open))('privacy erase: refuses an order while %s', async (why) => {
  const number = await completed();
  await sendLetters();
  await open[why]?.(number, await shop.idOf(number));
  const { code, err } = await erase('--yes');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`order ${number}: not erased: ${why}`) });
  expect(await findable(shop.db, allOfMari)).toEqual(allOfMari);
});
