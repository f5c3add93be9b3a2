import { syncPayment } from '../../../shop/checkout/settle/sync-payment.server.ts';
import { orderDossier } from '../../../shop/order/order-dossier.server.ts';
import { onlyArgument } from '../../arguments.ts';
import { type Command, NotDone } from '../../command.ts';
import { withShopContext } from '../../with-shop-context.ts';
import { findOrder, printOrderState } from '../order-act.ts';

export const ordersSync: Command = {
  summary: 'Asks the payment providers for the state of an order now.',
  usage: 'NUMBER [--json]',
  help: `Asks the payment providers now for the state of every payment attempt of an order, and applies their answers. The shop
also does so by itself, later.

  --json  prints the result as JSON

Exit codes: 0 every provider answered, 1 none did, 3 some did.

  npm run shop -- orders sync R26-4F7K2`,
  async run(call) {
    const typedNumber = onlyArgument(call, 'order');
    return withShopContext(call, async (shop) => {
      const { id: orderId, number } = await findOrder(shop.db, typedNumber);
      const { payments } = await orderDossier(shop.db, orderId);
      const submitted = payments.filter(({ providerRef }) => providerRef !== null);
      if (submitted.length === 0)
        throw new NotDone('nothing-to-ask', `no provider knows of a payment of order ${number}`);
      const hasKeys = ({ provider }: { provider: string }) => shop.providers.some(({ id }) => id === provider);
      if (!submitted.some(hasKeys)) {
        throw new NotDone('no-keys', `the keys of ${submitted[0]?.provider} are not in this environment`);
      }
      const results: { provider: string; hasAnswered: boolean }[] = [];
      for (const { id, provider } of submitted) results.push({ provider, hasAnswered: await syncPayment(shop, id) });
      const silent = results.filter(({ hasAnswered }) => !hasAnswered).map(({ provider }) => provider);
      if (silent.length === results.length) throw new NotDone('no-answer', `no answer from ${silent.join(', ')}`);
      const lines = results.map(
        ({ provider, hasAnswered }) => `${provider}: ${hasAnswered ? 'has answered' : 'no answer'}`,
      );
      const asked = results.map(({ provider, hasAnswered }) => ({ provider, told: hasAnswered }));
      await printOrderState(call, shop, number, { lines, json: { asked } });
      return silent.length > 0 ? 3 : 0;
    });
  },
};
