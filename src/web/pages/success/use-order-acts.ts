import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { OrderAnswer } from '../../../shop/order/order-view.ts';
import { ApiError, callApi, isDefinite } from '../../api-client.ts';
import { orderQuery } from '../../queries.ts';
import { randomUuid } from '../../random-uuid.ts';
import { useShop } from '../../shop-context.tsx';
import type { OrderKey } from '../../stores/orders.ts';

/** What the buyer may do with an unpaid order. A refusal also brings the page up to date. */
export function useOrderActs({ number, token }: OrderKey) {
  const { apiBase } = useShop();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  // The same choice is sent under the same key until the answer is known, so that it is made once.
  const attempt = useRef<{ method: string; key: string } | null>(null);
  const { queryKey } = orderQuery(number, token);

  async function act(path: string, body?: unknown, key?: string): Promise<OrderAnswer | null> {
    setBusy(true);
    setRefusal(null);
    const headers = { 'Order-Token': token, ...(key && { 'Idempotency-Key': key }) };
    try {
      // An answer from before the act must not come after it.
      await queries.cancelQueries({ queryKey });
      const url = `/v1/orders/${encodeURIComponent(number)}/${path}`;
      const answer = await callApi<OrderAnswer>(apiBase, url, { method: 'POST', headers, body });
      attempt.current = null;
      queries.setQueryData(queryKey, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isDefinite(error)) attempt.current = null;
      setRefusal(error);
      await queries.invalidateQueries({ queryKey });
      return null;
    } finally {
      setBusy(false);
    }
  }

  async function pay(method: string): Promise<OrderAnswer | null> {
    if (attempt.current?.method !== method) attempt.current = { method, key: randomUuid() };
    const answer = await act('payments', { paymentMethod: method }, attempt.current.key);
    if (answer?.next.type === 'redirect') location.assign(answer.next.url);
    return answer;
  }

  return { pay, cancel: () => act('cancel'), busy, refusal };
}

export type OrderActs = ReturnType<typeof useOrderActs>;
