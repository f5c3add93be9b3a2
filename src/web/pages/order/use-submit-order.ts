import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { OrderForm } from '../../../shop/checkout/order-form.ts';
import { ApiError, type Problem } from '../../api-client.ts';
import { orderQuery } from '../../queries.ts';
import { useShop } from '../../shop-context.tsx';
import { href } from '../../sitemap.ts';
import { useCart } from '../../stores/cart.ts';
import { useOrders } from '../../stores/orders.ts';
import { useShopLocale } from '../../words.tsx';
import { attemptFor, type OrderAttempt } from './order-attempt.ts';
import { sendOrder } from './place-order.ts';
import type { FieldPath, OrderFields } from './use-order-form.ts';

/** Sends the order and goes on to the success page; a refusal lands at its fields or in `refusal`. */
export function useSubmitOrder(form: UseFormReturn<OrderFields, unknown, Omit<OrderForm, 'items'>>) {
  const { apiBase } = useShop();
  const locale = useShopLocale();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { cart, clear, replace } = useCart();
  const remember = useOrders((store) => store.remember);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [sending, setSending] = useState(false);

  // The browser may keep this page as it was when it left for the bank, and show it again on the way back.
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
      // The success page opens with its order, not with the wait for it.
      queries.setQueryData(orderQuery(order.number, order.token).queryKey, { order, next });
      // The page stays as it is until the bank's is there.
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

  // What a refusal says of prices and stock is newer than any list.
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
