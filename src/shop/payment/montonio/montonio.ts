import { unknown } from '../failed-call.ts';
import type { RedirectProvider } from '../redirect-provider.ts';
import type { MontonioAccount } from './account.ts';
import { ask } from './http.ts';
import { methodsAnswer, methodsOf } from './methods.ts';
import { refundOrder } from './refund.ts';
import { startOrder } from './start.ts';
import { orderAnswer, truthOf } from './states.ts';
import { readMontonioWebhook } from './webhook.ts';

type Options = Omit<MontonioAccount, 'fetch' | 'now'> & Partial<Pick<MontonioAccount, 'fetch' | 'now'>>;

/** Estonian banks, cards and paying later (https://docs.montonio.com/api/stargate). It cannot expire nor list orders. */
export function montonioProvider(options: Options): RedirectProvider {
  const account: MontonioAccount = { fetch, now: () => new Date(), ...options };
  if (!account.secretKeys[0]) throw new Error('Montonio needs a secret key.');
  return {
    id: 'montonio',
    async listMethods(amountCents, signal) {
      const answer = await ask(account, '/stores/payment-methods', signal);
      if (!answer.ok) return answer;
      const methods = methodsAnswer.safeParse(answer.value);
      return methods.success ? { ok: true, value: methodsOf(methods.data, amountCents) } : unknown('not methods');
    },
    start: (request, signal) => startOrder(account, request, signal),
    async fetch(providerRef, signal) {
      const answer = await ask(account, `/orders/${encodeURIComponent(providerRef)}`, signal);
      if (!answer.ok) return answer;
      const order = orderAnswer.safeParse(answer.value);
      return order.success ? { ok: true, value: truthOf(order.data) } : unknown('not an order');
    },
    refund: (request, signal) => refundOrder(account, request, signal),
    readWebhook: (request, now) => readMontonioWebhook(account, request, now),
  };
}
