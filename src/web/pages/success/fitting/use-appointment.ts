import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderAnswer } from '../../../../shop/order/order-view.ts';
import { ApiError, type Call, callApi } from '../../../client/api-client.ts';
import { orderQuery } from '../../../client/queries.ts';
import type { OrderKey } from '../../../client/stores/stored.ts';
import { usePageContext } from '../../../document/page-context.tsx';

export type WantedAppointment = { at: string; vehicle: string; storage: boolean; earlier: boolean };

/** Returns functions that book, move or cancel the appointment of an order. After a refusal, they load the order and free times again. */
export function useAppointment({ number, token }: OrderKey) {
  const { apiBase } = usePageContext();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const path = `/v1/orders/${encodeURIComponent(number)}/fitting`;
  const headers = { 'Order-Token': token };

  async function send(call: Call): Promise<boolean> {
    setBusy(true);
    setRefusal(null);
    const { queryKey } = orderQuery(number, token);
    try {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, await callApi<OrderAnswer>(apiBase, path, { ...call, headers }));
      queries.removeQueries({ queryKey: ['order-fitting', number] });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error);
      await Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: ['order-fitting', number] }),
      ]);
      return false;
    } finally {
      setBusy(false);
    }
  }

  /** Downloads the appointment as an iCalendar file. A link to it could not send the token. */
  async function downloadCalendar(): Promise<void> {
    const response = await fetch(`${apiBase}${path}.ics`, { headers, credentials: 'omit' }).catch(() => null);
    if (!response?.ok) return setRefusal(new ApiError(response?.status ?? 0, 'unreachable'));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    link.download = `${number}.ics`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return {
    book: (body: WantedAppointment) => send({ method: 'PUT', body }),
    cancel: () => send({ method: 'DELETE' }),
    downloadCalendar,
    busy,
    refusal,
  };
}

export type AppointmentActions = ReturnType<typeof useAppointment>;
