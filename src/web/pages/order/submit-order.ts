import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { OrderForm } from '../../../shop/checkout/place/order-form.ts';
import type { PlacedAnswer } from '../../../shop/order/order-view.ts';
import { ApiError, callApi, isDefinite, type Problem, randomUuid } from '../../client/api-client.ts';
import { orderQuery } from '../../client/queries.ts';
import { deviceId } from '../../client/stores/device-id.ts';
import { useCart, useOrders } from '../../client/stores/stored.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { href } from '../../sitemap.ts';
import { useShopLocale } from '../../ui/locale.ts';
import type { FieldPath, OrderFields } from './form-parts.tsx';

/** Sends the order and navigates to the success page; a refusal is shown at its fields or in `refusal`. */
export function useSubmitOrder(form: UseFormReturn<OrderFields, unknown, Omit<OrderForm, 'items'>>) {
  const { apiBase } = usePageContext();
  const locale = useShopLocale();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { cart, clear, replace } = useCart();
  const remember = useOrders((store) => store.remember);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [sending, setSending] = useState(false);

  // The back/forward cache may restore this page after the bank's.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && setSending(false);
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);

  async function send(attempt: OrderAttempt) {
    setSending(true);
    setRefusal(null);
    try {
      const { order, next } = await sendOrder(apiBase, attempt);
      remember({ number: order.number, token: order.token });
      clear();
      queries.setQueryData(orderQuery(order.number, order.token).queryKey, { order, next });
      // The page stays until the bank's has loaded.
      if (next.type === 'redirect') return location.assign(next.url);
      await navigate(href('success', locale, `?order=${order.number}#${order.token}`));
      setSending(false);
    } catch (error) {
      setSending(false);
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error);
      for (const { path, code } of error.problem.errors ?? []) {
        if (!path.startsWith('items')) form.setError(path as FieldPath, { message: code });
      }
      bringUpToDate(error.problem);
    }
  }

  // Prices and stock of a refusal are newer than the cart's.
  function bringUpToDate({ items = [] }: Problem) {
    const news = new Map(items.map((item) => [item.id, item]));
    replace(Object.fromEntries(Object.values(cart).map((item) => [item.id, { ...item, ...news.get(item.id) }])));
  }

  const submit = form.handleSubmit((fields) => {
    const items = Object.values(cart).map(({ id, count, price }) => ({ id, count, price }));
    return send(attemptFor({ ...fields, locale, items }));
  });

  return { submit, resend: send, sending, refusal };
}

/** Sends an order. Throws ApiError; after an answer that leaves nothing open the attempt is forgotten. */
async function sendOrder(apiBase: string, { key, body }: OrderAttempt): Promise<PlacedAnswer> {
  const device = deviceId();
  try {
    const answer = await callApi<PlacedAnswer>(apiBase, '/v1/orders', {
      method: 'POST',
      body,
      headers: { 'Idempotency-Key': key, ...(device && { 'Device-Id': device }) },
    });
    closeAttempt();
    return answer;
  } catch (error) {
    if (error instanceof ApiError && isDefinite(error)) closeAttempt();
    throw error;
  }
}

/** An order being sent: key and body stay the same until the answer is known, so it is placed once. */
export type OrderAttempt = { key: string; body: OrderForm };

const storageKey = 'order-attempt';

/** Also kept in memory, for browsers with blocked or full storage. */
let open: OrderAttempt | null = null;

export function openAttempt(): OrderAttempt | null {
  if (open) return open;
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as OrderAttempt | null;
  } catch {
    return null;
  }
}

/** Returns the open attempt if it has the same body, otherwise a new one with a new key. */
export function attemptFor(body: OrderForm): OrderAttempt {
  const known = openAttempt();
  open = known && JSON.stringify(known.body) === JSON.stringify(body) ? known : { key: randomUuid(), body };
  try {
    localStorage.setItem(storageKey, JSON.stringify(open));
  } catch (error) {
    console.warn(error);
  }
  return open;
}

/** Closes the attempt. Never throws: a placed order must be shown. */
export function closeAttempt(): void {
  open = null;
  try {
    localStorage.removeItem(storageKey);
  } catch (error) {
    console.warn(error);
  }
}
