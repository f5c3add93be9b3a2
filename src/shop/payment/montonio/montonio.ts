import type { Cents } from '../../money.ts';
import { type Outcome, type ProviderRefund, type RedirectProvider, unknown } from '../provider.ts';
import { ask, type MontonioAccount } from './client.ts';
import { methodsAnswer, methodsOf } from './methods.ts';
import { startOrder } from './start.ts';
import { orderAnswer, refundAnswer, refundOf, reportOf, toMajorUnits } from './states.ts';
import { readMontonioWebhook } from './webhook.ts';

type Options = Omit<MontonioAccount, 'fetch' | 'now'> & Partial<Pick<MontonioAccount, 'fetch' | 'now'>>;

/** https://docs.montonio.com/api/stargate. It can neither expire nor list orders. */
export function montonioProvider(options: Options): RedirectProvider {
  const account: MontonioAccount = { fetch, now: () => new Date(), ...options };
  if (!account.secretKeys[0]) throw new Error('Montonio needs a secret key.');
  return {
    id: 'montonio',
    async listMethods(signal) {
      const answer = await ask(account, '/stores/payment-methods', signal);
      if (!answer.ok) return answer;
      const methods = methodsAnswer.safeParse(answer.value);
      return methods.success ? { ok: true, value: methodsOf(methods.data) } : unknown('not methods');
    },
    start: (request, signal) => startOrder(account, request, signal),
    async fetch(providerRef, signal) {
      const answer = await ask(account, `/orders/${encodeURIComponent(providerRef)}`, signal);
      if (!answer.ok) return answer;
      const order = orderAnswer.safeParse(answer.value);
      return order.success ? { ok: true, value: reportOf(order.data) } : unknown('not an order');
    },
    refund: (request, signal) => refundOrder(account, request, signal),
    readWebhook: (request, now) => readMontonioWebhook(account, request, now),
  };
}

type Request = { providerRef: string; refundId: string; amountCents: Cents };

/** Montonio settles money about one working day after it arrived. */
const untilSettledMs = 24 * 3_600_000;

/** Montonio refuses a known key: the refund exists, and is looked up. */
export async function refundOrder(
  account: MontonioAccount,
  request: Request,
  signal: AbortSignal,
): Promise<Outcome<ProviderRefund>> {
  const { providerRef, refundId, amountCents } = request;
  const body = { orderUuid: providerRef, amount: toMajorUnits(amountCents), idempotencyKey: refundId };
  const answer = await ask(account, '/refunds', signal, body);
  if (answer.ok) {
    const refund = refundAnswer.safeParse(answer.value);
    return refund.success ? { ok: true, value: refundOf(refund.data) } : unknown('a refund without its id or amount');
  }
  if (answer.kind !== 'rejected') return answer;
  if (/same idempotency ?key/i.test(answer.code)) return refundMadeBefore(account, request, signal);
  if (/not (yet )?(been )?settled|insufficient/i.test(answer.code))
    return { ok: false, kind: 'unavailable', retryAfterMs: untilSettledMs };
  return answer;
}

/** Finds the refund by its key, else by its amount, if that is unique. */
async function refundMadeBefore(
  account: MontonioAccount,
  { providerRef, refundId, amountCents }: Request,
  signal: AbortSignal,
): Promise<Outcome<ProviderRefund>> {
  const answer = await ask(account, `/orders/${encodeURIComponent(providerRef)}`, signal);
  if (!answer.ok) return answer.kind === 'rejected' ? unknown(answer.code) : answer;
  const order = orderAnswer.safeParse(answer.value);
  if (!order.success) return unknown('not an order');
  const refunds = order.data.refunds ?? [];
  const alike = refunds.filter(({ amount }) => amount === amountCents);
  const found = refunds.find(({ idempotencyKey }) => idempotencyKey === refundId) ?? alike[0];
  if (!found) return unknown('a refund that is known and not listed');
  if (found.idempotencyKey !== refundId && alike.length > 1) return unknown('several refunds of the same amount');
  return { ok: true, value: refundOf(found) };
}
