import { locales } from '../../locale.ts';
import { unknown } from '../failed-call.ts';
import type { Outcome, Started, StartRequest } from '../redirect-provider.ts';
import type { MontonioAccount } from './account.ts';
import { toMajorUnits } from './amounts.ts';
import { ask } from './http.ts';
import { paymentMethodOf } from './methods.ts';
import { createdAnswer } from './states.ts';

/**
 * Posted again under the same order number, Montonio replaces what is unpaid, and refuses once it is paid:
 * `already-paid`. One order of ours is one order there, so it can be paid once.
 */
export async function startOrder(
  account: MontonioAccount,
  request: StartRequest,
  signal: AbortSignal,
): Promise<Outcome<Started>> {
  const order = orderRequest(request, account.now());
  if (!order) return { ok: false, kind: 'rejected', code: 'unknown-method' };
  const answer = await ask(account, '/orders', signal, order);
  if (!answer.ok) return answer.kind === 'rejected' ? { ...answer, code: codeOf(answer.code) } : answer;
  const created = createdAnswer.safeParse(answer.value);
  if (!created.success) return unknown('an order without an id or a page to pay on');
  const { uuid, paymentUrl, expiresAt } = created.data;
  const latest = new Date(account.now().getTime() + order.expiresIn * 60_000);
  return { ok: true, value: { providerRef: uuid, url: paymentUrl, expiresAt: expiresAt ?? latest } };
}

/** The body of `POST /orders`; null for a method that Montonio does not have. */
export function orderRequest(request: StartRequest, now: Date) {
  const { orderNumber, amountCents, customer, lines, locale, returnUrl, notifyUrl, expiresAt } = request;
  // Montonio says `en`, the standard word for the shop's English is `en-GB`.
  const language = locales[locale].language.slice(0, 2);
  const method = paymentMethodOf(request.method, language, orderNumber);
  if (!method) return null;
  const total = { amount: toMajorUnits(amountCents), currency: 'EUR' };
  return {
    merchantReference: orderNumber,
    returnUrl,
    notificationUrl: notifyUrl,
    grandTotal: total.amount,
    currency: total.currency,
    locale: language,
    payment: { ...method, ...total },
    billingAddress: { ...splitName(customer.name), email: customer.email, phoneNumber: customer.phone },
    lineItems: lines.map(({ title, count, priceCents }) => ({
      name: title,
      quantity: count,
      finalPrice: toMajorUnits(priceCents),
    })),
    expiresIn: minutesUntil(expiresAt, now),
  };
}

/** `Mari Liis Tamm` → `Mari Liis`, `Tamm`; a single word is a first name. */
export function splitName(name: string): { firstName: string; lastName?: string } {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.pop() : undefined;
  return { firstName: words.join(' '), ...(last && { lastName: last }) };
}

/** 1 to 30, Montonio's own default. */
function minutesUntil(moment: Date, now: Date): number {
  return Math.min(30, Math.max(1, Math.floor((moment.getTime() - now.getTime()) / 60_000)));
}

/** Montonio has no codes for these, only sentences. */
function codeOf(message: string): string {
  return /\balready\b.*\bpaid\b|\bpaid\b.*\balready\b|already been finali[sz]ed/i.test(message)
    ? 'already-paid'
    : message;
}
