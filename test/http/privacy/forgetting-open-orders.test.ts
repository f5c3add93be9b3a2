import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { textsFoundInDatabase } from '../../support/database/whole-database.ts';
import { allDataOfMari, mari, nightlyJob, orderActions } from '../../support/orders/forgetting.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();
const runNightlyJob = nightlyJob(shop);
const { runOperator, placeCompletedOrder } = orderActions(shop);

/** Open matters that a completed order can have: how each begins and how it ends. */
const openMatters: Record<
  string,
  { begin: (number: string, id: number) => Promise<unknown>; end: (number: string) => Promise<unknown> }
> = {
  'is marked for review': {
    begin: (number) => shop.db.updateTable('orders').set({ review: 'overpaid' }).where('number', '=', number).execute(),
    end: (number) => runOperator('orders', 'reviewed', number),
  },
  'has an unpaid refund': {
    begin: (number) => runOperator('orders', 'refund', number),
    end: (number) => runOperator('orders', 'refunded', number),
  },
  'has an unhandled declaration of withdrawal': {
    begin: (number) => shop.withdraw({ number, name: 'Mari', email: mari.customer.email }),
    end: async () => {
      const { id } = await shop.db.selectFrom('withdrawals').select('id').executeTakeFirstOrThrow();
      expect(await shop.run(['orders', 'handled', id])).toMatchObject({ code: 0 });
    },
  },
  'has an unresolved finding of the reconciliation': {
    begin: async (_, id) => {
      await shop.db.updateTable('payments').set({ provider_ref: 'p-1' }).where('order_id', '=', id).execute();
      await sql`insert into recon_findings (provider, provider_ref, kind, data, found_at)
          select provider, provider_ref, 'amount-differs', '{}', created_at from payments`.execute(shop.db);
    },
    end: async () => {
      const { id } = await shop.db.selectFrom('recon_findings').select('id').executeTakeFirstOrThrow();
      expect(await shop.run(['findings', 'resolve', `${id}`])).toMatchObject({ code: 0 });
    },
  },
};

test.each(Object.keys(openMatters))(
  'the nightly job does not erase a completed order that %s, until that matter is closed',
  async (matter) => {
    const number = await placeCompletedOrder();
    await openMatters[matter]?.begin(number, await shop.idOf(number));
    await runNightlyJob('2040-01-01T02:00:00Z');
    expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual(allDataOfMari);
    await openMatters[matter]?.end(number);
    await runNightlyJob('2040-01-02T02:00:00Z');
    expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual([]);
  },
);

test('the nightly job never erases an open order', async () => {
  const number = await shop.order(mari);
  await runOperator('orders', 'paid', number, '--desk');
  await runOperator('orders', 'ready', number);
  await runNightlyJob('2040-01-01T02:00:00Z');
  expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual(allDataOfMari);
});
