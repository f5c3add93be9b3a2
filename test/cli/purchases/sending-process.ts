import { flushCompileCache, registerHooks } from 'node:module';
import type { Supplier } from '../../../src/shop/catalog/supplier/declaration.ts';
import type { OrderInterfaceContext } from '../../../src/shop/purchasing/wire/send-to-order-interface.server.ts';

/** `at`: the time of the shop's clock. */
export type SendingTask = {
  url: string;
  at: string;
  supplier: Supplier;
  orderInterfaces: Pick<OrderInterfaceContext, 'keys' | 'publicUrl' | 'connection'>;
};

/** The sessions of this process at PostgreSQL. */
const application = 'sending process';

// Sends the due purchases once, in a process that `killed-sending.test.ts` can kill. Vitest imports JSON without this attribute.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return specifier.endsWith('.json') ? { ...resolved, importAttributes: { type: 'json' } } : resolved;
  },
});
const { sendPurchases } = await import('../../../src/jobs/sending/send-purchases.ts');
const { openDatabase } = await import('../../../src/database/connect.server.ts');
const { testShopContext } = await import('../../support/shop-context.ts');
// A killed process does not write the cache by itself.
flushCompileCache();

const { url, at, supplier, orderInterfaces }: SendingTask = JSON.parse(process.argv[2] ?? '');
const db = openDatabase(url, { name: application });
const sendOnce = async () => {
  throw new Error('a purchase by wire was mailed');
};
await sendPurchases({ suppliers: [supplier], owner: '', mailer: { sendOnce }, orderInterfaces }).run({
  shop: testShopContext(db.kysely, { now: () => new Date(at) }),
  sendMail: async () => {},
  sendNotice: async () => {},
  alert: (line) => console.log(line),
});
await db.close();
