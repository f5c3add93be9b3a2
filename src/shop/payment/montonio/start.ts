import { locales } from '../../locale.ts';
import { type Outcome, type StartedPayment, type StartRequest, unknownOutcome } from '../provider.ts';
import { callMontonio, type MontonioAccount } from './client.ts';
import { paymentMethodOf } from './methods.ts';
import { createdAnswer, toMajorUnits } from './states.ts';

/** Creates an order, or replaces an unpaid one of the same reference. `already-paid`: the reference has a paid one. */
export async function startOrder(
  account: MontonioAccount,
  request: StartRequest,
  signal: AbortSignal,
): Promise<Outcome<StartedPayment>> {
  const order = orderRequest(request, account.now());
  if (!order) return { ok: false, kind: 'rejected', code: 'unknown-method' };
  const response = await callMontonio(account, '/orders', signal, order);
  if (!response.ok)
    return response.kind === 'rejected' ? { ...response, code: rejectionCode(response.code) } : response;
  const created = createdAnswer.safeParse(response.value);
  if (!created.success) return unknownOutcome('an order without an id or a page to pay on');
  const { uuid, paymentUrl, expiresAt } = created.data;
  const requestedExpiry = new Date(account.now().getTime() + order.expiresIn * 60_000);
  return { ok: true, value: { providerRef: uuid, url: paymentUrl, expiresAt: expiresAt ?? requestedExpiry } };
}

export function orderRequest(request: StartRequest, now: Date) {
  const { orderNumber, merchantRef, amountCents, customer, lines, locale, returnUrl, notifyUrl, expiresAt } = request;
  const language = locales[locale].language.slice(0, 2);
  const method = paymentMethodOf(request.method, language, orderNumber);
  if (!method) return null;
  const total = { amount: toMajorUnits(amountCents), currency: 'EUR' };
  return {
    merchantReference: merchantRef,
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

/** Montonio accepts 1 to 30 minutes. */
function minutesUntil(instant: Date, now: Date): number {
  return Math.min(30, Math.max(1, Math.floor((instant.getTime() - now.getTime()) / 60_000)));
}

function rejectionCode(message: string): string {
  return /\balready\b.*\bpaid\b|\bpaid\b.*\balready\b|already been finali[sz]ed/i.test(message)
    ? 'already-paid'
    : message;
}
