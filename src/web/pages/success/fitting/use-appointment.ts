import { useQueryClient } from '@tanstack/react-query';
import type { OrderAnswer } from '../../../../shop/order/order-view.ts';
import { ApiError, type Call, callOrderApi, useRequest } from '../../../client/api-client.ts';
import { orderQuery } from '../../../client/queries.ts';
import type { OrderKey } from '../../../client/stores/stored.ts';
import { usePageContext } from '../../../document/page-context.tsx';
import { useDownload } from '../use-download.ts';

/** `storage`: the branch stores the buyer's other set. `earlier`: the buyer wants to be told of earlier times. */
export type WantedAppointment = { at: string; vehicle: string; storage: boolean; earlier: boolean };

/** Returns actions on an order's appointment. `book` also moves it. A refusal reloads the order and free times. */
export function useAppointment(orderKey: OrderKey) {
  const { number } = orderKey;
  const download = useDownload(orderKey);
  const { apiBase } = usePageContext();
  const queries = useQueryClient();
  const { send, isBusy, refusal, setRefusal } = useRequest();
  const { queryKey } = orderQuery(orderKey);
  const slotsKey = ['order-fitting', number];

  async function change(call: Call): Promise<boolean> {
    const answer = await send(
      async () => {
        await queries.cancelQueries({ queryKey });
        const changed = await callOrderApi<OrderAnswer>(orderKey, '/fitting', call);
        queries.setQueryData(queryKey, changed);
        queries.removeQueries({ queryKey: slotsKey });
        return changed;
      },
      async () => {
        await Promise.all([queries.invalidateQueries({ queryKey }), queries.invalidateQueries({ queryKey: slotsKey })]);
      },
    );
    return answer !== null;
  }

  async function downloadCalendar(): Promise<void> {
    const url = `${apiBase}/v1/orders/${encodeURIComponent(number)}/fitting.ics`;
    if (!(await download(url, `${number}.ics`))) setRefusal(new ApiError(0, 'unreachable'));
  }

  return {
    book: (body: WantedAppointment) => change({ method: 'PUT', body }),
    cancel: () => change({ method: 'DELETE' }),
    downloadCalendar,
    isBusy,
    refusal,
  };
}

export type AppointmentActions = ReturnType<typeof useAppointment>;
