import type { Cents } from '../../money.ts';
import { unknown } from '../failed-call.ts';
import type { Outcome, ProviderRefund } from '../redirect-provider.ts';
import type { MontonioAccount } from './account.ts';
import { toMajorUnits } from './amounts.ts';
import { ask } from './http.ts';
import { orderAnswer, refundAnswer, refundOf } from './states.ts';

type Request = { providerRef: string; refundId: string; amountCents: Cents };

/** Money can be given back about one working day after it came. */
const untilSettledMs = 24 * 3_600_000;

/** Montonio refuses a key that it knows: then the refund is there already, and is looked up. */
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

/** Answers need not tell a refund's key; then its amount does, if no other refund of the order has the same. */
async function refundMadeBefore(
  account: MontonioAccount,
  { providerRef, refundId, amountCents }: Request,
  signal: AbortSignal,
): Promise<Outcome<ProviderRefund>> {
  const answer = await ask(account, `/orders/${encodeURIComponent(providerRef)}`, signal);
  // That the refund exists is certain, so this refusal is not one of the refund.
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
