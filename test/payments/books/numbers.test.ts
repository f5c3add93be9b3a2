import { RawNode, type RootOperationNode } from 'kysely';
import { expect, test } from 'vitest';
import { markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import type { ShopContext } from '../../../src/shop/checkout/shop-context.server.ts';
import { paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();
const numbersOf = async (kind: string) =>
  (await shop.rows('select no from money_documents where kind = $1 order by no', [kind])).map(({ no }) => no);

test('200 invoices that are issued at once have the numbers 1 to 200', async () => {
  await shop.rows(`update stock set on_hand = 1000 where tire_id = 'tire'`);
  const orders = [];
  for (let n = 1; n <= 200; n += 1)
    orders.push(
      await shop.order('pay_at_branch', 1, {
        customer: { name: 'Mari', email: `m${n}@example.com`, phone: '+372 5123 4567' },
      }),
    );
  const results = await Promise.all(orders.map(({ id }) => markPaid(shop.context, id, 'branch', { tender: 'card' })));
  expect(results.every(({ ok }) => ok)).toBe(true);
  const all = Array.from({ length: 200 }, (_, index) => index + 1);
  expect(await numbersOf('invoice')).toEqual(all);
  expect(await numbersOf('receipt')).toEqual(all);
});

/** Returns the database with a plugin that ends the connection on the server in place of query number `end`. */
function endingAt(db: ShopContext['db'], end: number): ShopContext['db'] {
  let queries = 0;
  const endOfConnection = RawNode.createWithSql('select pg_terminate_backend(pg_backend_pid())') as RootOperationNode;
  return db.withPlugin({
    transformQuery({ node }) {
      queries += 1;
      return queries === end ? endOfConnection : node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
}

test('a number is used again if the connection is lost at any query of the transaction', async () => {
  const order = await shop.order('pay_at_branch');
  let lost = 0;
  for (let isPaid = false; !isPaid; ) {
    const context = { ...shop.context, db: endingAt(shop.context.db, lost + 1) };
    isPaid = await markPaid(context, order.id, 'branch', { tender: 'card' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isPaid) break;
    lost += 1;
    expect(await shop.rows('select number from money_documents')).toEqual([]);
  }
  expect(lost).toBeGreaterThan(20);
  expect(await numbersOf('invoice')).toEqual([1]);
});
