import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FittingSlots } from '../../../../shop/fitting/slots-answer.ts';
import { callApi } from '../../../client/api-client.ts';
import { readSlots } from '../../../client/fitting-slots.ts';
import type { OrderKey } from '../../../client/stores/stored.ts';
import { embeddedPageContext } from '../../../document/page-context.tsx';

/** `vehicle` null: the vehicle of the order's appointment. `openDays`: the number of days with free times to load. */
type SlotRequest = { vehicle: string | null; openDays: number };

/** Free fitting times for an order; the time of its own appointment counts as free. */
export const orderSlotsQuery = ({ number, token }: OrderKey, { vehicle, openDays }: SlotRequest) =>
  queryOptions({
    queryKey: ['order-fitting', number, token, vehicle, openDays],
    queryFn: () => {
      const read = (from: string | null): Promise<FittingSlots> => {
        const search = new URLSearchParams({ ...(vehicle && { vehicle }), ...(from && { from }) });
        const path = `/v1/orders/${encodeURIComponent(number)}/fitting?${search}`;
        return callApi(embeddedPageContext().apiBase, path, { headers: { 'Order-Token': token } });
      };
      return readSlots(read, { openDays, through: null });
    },
    placeholderData: keepPreviousData,
  });
