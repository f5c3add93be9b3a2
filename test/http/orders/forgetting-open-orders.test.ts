import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findable } from '../../support/database/whole-database.ts';
import { allOfMari, closingOf, mari, nightOf } from '../../support/orders/forgetting.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();
const night = nightOf(shop);
const { act, completed } = closingOf(shop);

/** Ways in which a closed order has an open matter, and how it is closed. */
const open: Record<
  string,
  { begin: (number: string, id: number) => Promise<unknown>; end: (n: string) => Promise<unknown> }
> = {
  'is marked for review': {
    begin: (number) => shop.db.updateTable('orders').set({ review: 'overpaid' }).where('number', '=', number).execute(),
    end: (number) => act('orders', 'reviewed', number),
  },
  'has an unpaid refund': {
    begin: (number) => act('orders', 'refund', number),
    end: (number) => act('orders', 'refunded', number),
  },
  'has an unhandled declaration of withdrawal': {
    begin: (number) => shop.withdraw({ number, name: 'Mari', email: mari.customer.email }),
    end: async () => {
      const { id } = await shop.db.selectFrom('withdrawals').select('id').executeTakeFirstOrThrow();
      expect(await shop.run(['orders', 'handled', id])).toMatchObject({ code: 0 });
    },
  },
  'has an unresolved finding': {
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

test.each(Object.keys(open))('an order that %s is not erased until the matter is closed', async (matter) => {
  const number = await completed();
  await open[matter]?.begin(number, await shop.idOf(number));
  await night('2040-01-01T02:00:00Z');
  expect(await findable(shop.db, allOfMari)).toEqual(allOfMari);
  await open[matter]?.end(number);
  await night('2040-01-02T02:00:00Z');
  expect(await findable(shop.db, allOfMari)).toEqual([]);
});

test('an open order is not erased, however old', async () => {
  const number = await shop.order(mari);
  await act('orders', 'paid', number, '--desk');
  await act('orders', 'ready', number);
  await night('2040-01-01T02:00:00Z');
  expect(await findable(shop.db, allOfMari)).toEqual(allOfMari);
});
