import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { OrderForm } from '../../../shop/checkout/place/order-form.ts';
import type { PlacedAnswer } from '../../../shop/order/order-view.ts';
import { ApiError, callApi, hadNoEffect, type Problem, randomUuid, useRequest } from '../../client/api-client.ts';
import { orderQuery } from '../../client/queries.ts';
import { deviceId, useCart, useOrders } from '../../client/stores/stored.ts';
import { href } from '../../sitemap.ts';
import { useShopLocale } from '../../ui/locale.ts';
import { type FilledFields, fieldOf, fittingOfOrder, type OrderFields } from './order-fields.ts';

/** Sends the order, then opens the bank's or success page. `nearestStarts`: free times, if the chosen one was taken. */
export function useSubmitOrder(form: UseFormReturn<OrderFields, unknown, FilledFields>) {
  const locale = useShopLocale();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { cart, remove, replace } = useCart();
  const remember = useOrders((store) => store.remember);
  const { send, isBusy, setBusy, refusal } = useRequest();
  const [nearestStarts, setNearestStarts] = useState<readonly string[]>([]);

  async function place(attempt: OrderAttempt) {
    const bankUrl = await send(async () => {
      const { order, next, isEarlier } = await sendOrder(attempt);
      const { number, token, items } = order;
      remember({ number, token });
      // Other tires stay in the cart: the buyer may have added them before sending an older attempt again.
      for (const { id } of items) remove(id);
      useCart.setState({ fulfilment: undefined });
      forgetStock();
      queries.setQueryData(orderQuery({ number, token }).queryKey, { order, next });
      const goesToBank = next.type === 'redirect' && !isEarlier;
      // Replaces this page in the history, so that Back from the bank leads to the order.
      await navigate(href('success', locale, `?order=${number}#${token}`), {
        replace: goesToBank,
        state: isEarlier && { lacksChanges: true },
      });
      return goesToBank ? next.url : null;
    }, showRefusal);
    if (bankUrl === null) return;
    // Until the bank's page has loaded.
    setBusy(true);
    location.assign(bankUrl);
  }

  async function showRefusal({ code, problem }: ApiError) {
    for (const { path, code: message } of problem.errors ?? []) {
      if (!path.startsWith('items')) form.setError(fieldOf(path), { message });
    }
    updateCartItems(problem);
    if (code === 'slot-taken') clearTakenTime(problem);
  }

  function clearTakenTime({ starts = [] }: Problem) {
    // An older attempt that is sent again may have a time that is taken, although this form asks for none and has no field to clear.
    if (form.getValues('fitting')) form.setValue('fitting.at', '');
    setNearestStarts(starts);
    void queries.invalidateQueries({ queryKey: ['fitting-slots'] });
  }

  // Lists and pages loaded before the order offer tires that may be sold out now.
  function forgetStock() {
    for (const key of ['products', 'related']) queries.removeQueries({ queryKey: [key] });
  }

  // A refusal has newer prices and counts, but no `stock`. A sold-out tire has none, so its `stock` is emptied.
  function updateCartItems({ items = [] }: Problem) {
    if (items.length === 0) return;
    forgetStock();
    const newerFacts = new Map(items.map((item) => [item.id, item.available === 0 ? { ...item, stock: [] } : item]));
    // Another tab may have changed the cart since the order was sent.
    const currentItems = Object.values(useCart.getState().cart);
    replace(Object.fromEntries(currentItems.map((item) => [item.id, { ...item, ...newerFacts.get(item.id) }])));
  }

  const submit = form.handleSubmit((fields) => {
    const items = Object.values(cart).map(({ id, count, price }) => ({ id, count, price }));
    return place(attemptFor({ ...fields, fitting: fittingOfOrder(fields), locale, items }));
  });

  return { submit, resend: place, isSending: isBusy, refusal, nearestStarts };
}

/** Sends an order. Closes the attempt once the result is known. Throws ApiError. `isEarlier`: the key placed the order before the buyer changed the form. */
async function sendOrder({
  key,
  body,
  earlier: [previous, ...older] = [],
}: Omit<OrderAttempt, 'startedAt'>): Promise<PlacedAnswer & { isEarlier: boolean }> {
  const device = deviceId();
  try {
    const placed = await callApi<PlacedAnswer>('/v1/orders', {
      method: 'POST',
      body,
      headers: { 'Idempotency-Key': key, ...(device && { 'Device-Id': device }) },
    });
    closeAttempt();
    return { ...placed, isEarlier: false };
  } catch (error) {
    // The key has placed an order with an older body. The server answers that body with this order.
    if (error instanceof ApiError && error.code === 'key-reused' && previous)
      return { ...(await sendOrder({ key, body: previous, earlier: older })), isEarlier: true };
    // The refusal of a changed form does not tell if the key placed an order with an older form. The attempt then stays open.
    if (error instanceof ApiError && hadNoEffect(error) && !previous) closeAttempt();
    throw error;
  }
}

/** The key stays until the result is known. `startedAt`: ms since 1970. `earlier`: older bodies, the last first. */
export type OrderAttempt = { key: string; startedAt: number; body: OrderForm; earlier?: readonly OrderForm[] };

const storageKey = 'order-attempt';

/** The open attempt in browsers whose storage is blocked or full. */
let attemptInMemory: OrderAttempt | null = null;

export function findOpenAttempt(): OrderAttempt | null {
  if (attemptInMemory) return attemptInMemory;
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as OrderAttempt | null;
  } catch {
    return null;
  }
}

/** A form that is changed later than this, or has another e-mail address, is another order. */
const sameOrderMs = 60 * 60 * 1000;

/** Returns the open attempt, with this body, or a new one with a new key. */
export function attemptFor(body: OrderForm, now = Date.now()): OrderAttempt {
  const open = findOpenAttempt();
  const attempt = (open && withBody(open, body, now)) ?? { key: randomUuid(), startedAt: now, body };
  attemptInMemory = null;
  try {
    localStorage.setItem(storageKey, JSON.stringify(attempt));
  } catch (error) {
    attemptInMemory = attempt;
    console.warn(error);
  }
  return attempt;
}

/** Returns null if the body is that of another order. */
function withBody(open: OrderAttempt, body: OrderForm, now: number): OrderAttempt | null {
  const { startedAt, body: previous, earlier = [] } = open;
  if (JSON.stringify(previous) === JSON.stringify(body)) return open;
  const isSameOrder = now - startedAt < sameOrderMs && previous.customer.email === body.customer.email;
  return isSameOrder ? { ...open, body, earlier: [previous, ...earlier] } : null;
}

/** Forgets the open attempt. Never throws, because the placed order must still be shown. */
export function closeAttempt(): void {
  attemptInMemory = null;
  try {
    localStorage.removeItem(storageKey);
  } catch (error) {
    console.warn(error);
  }
}
