import { importStatement } from '../../../src/shop/bank/import-statement.server.ts';
import type { shopOfOrders } from '../orders/shop-of-orders.ts';
import { fridayNoon, testShopContext } from '../shop-context.ts';
import { statementOf } from './statement.ts';

/** Orders that are paid by bank transfer, and imports of statements; `importOf` takes the arguments of `statementOf`. */
export function bankImports(shop: ReturnType<typeof shopOfOrders>) {
  const importAt = async (now: Date, ...statement: Parameters<typeof statementOf>) => {
    const context = testShopContext(shop.db, { now: () => now });
    const result = await importStatement(context, Buffer.from(statementOf(...statement)), 'operator:kati');
    if (!result.ok) throw new Error(result.reason);
    return result.summary;
  };
  return {
    importAt,
    importOf: (...statement: Parameters<typeof statementOf>) => importAt(fridayNoon, ...statement),
    async transferOrder() {
      const number = await shop.order({ paymentMethod: 'bank_transfer' });
      const orders = shop.db.selectFrom('orders').select('reference').where('number', '=', number);
      return { number, reference: (await orders.executeTakeFirstOrThrow()).reference };
    },
  };
}
