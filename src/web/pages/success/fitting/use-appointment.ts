import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderAnswer } from '../../../../shop/order/order-view.ts';
import { ApiError, type Call, callApi } from '../../../client/api-client.ts';
import { orderQuery } from '../../../client/queries.ts';
import type { OrderKey } from '../../../client/stores/stored.ts';
import { usePageContext } from '../../../document/page-context.tsx';
import { useDownload } from '../use-download.ts';

export type WantedAppointment = { at: string; vehicle: string; storage: boolean; earlier: boolean };

/** The actions on the appointment of an order. `book` also moves it to another time. After a refusal, the order and free times are loaded again. */
export function useAppointment(orderKey: OrderKey) {
  const { number, token } = orderKey;
  const download = useDownload(orderKey);
  const { apiBase } = usePageContext();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
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

  async function downloadCalendar(): Promise<void> {
    if (!(await download(`${apiBase}${path}.ics`, `${number}.ics`))) setRefusal(new ApiError(0, 'unreachable'));
  }

  return {
    book: (body: WantedAppointment) => send({ method: 'PUT', body }),
    cancel: () => send({ method: 'DELETE' }),
    downloadCalendar,
    isBusy,
    refusal,
  };
}

export type AppointmentActions = ReturnType<typeof useAppointment>;
