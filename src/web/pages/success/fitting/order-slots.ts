import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FittingSlots } from '../../../../shop/fitting/slots-answer.ts';
import { callOrderApi } from '../../../client/api-client.ts';
import { readSlots } from '../../../client/fitting-slots.ts';
import type { OrderKey } from '../../../client/stores/stored.ts';

/** `vehicle` null: the vehicle of the order's appointment. `openDays`: the number of days with free times to load. */
type SlotRequest = { vehicle: string | null; openDays: number };

/** Free fitting times for an order; the time of its own appointment counts as free. */
export const orderSlotsQuery = (orderKey: OrderKey, { vehicle, openDays }: SlotRequest) =>
  queryOptions({
    queryKey: ['order-fitting', orderKey.number, orderKey.token, vehicle, openDays],
    queryFn: () => {
      const read = (from: string | null) => {
        const search = new URLSearchParams({ ...(vehicle && { vehicle }), ...(from && { from }) });
        return callOrderApi<FittingSlots>(orderKey, `/fitting?${search}`);
      };
      return readSlots(read, { openDays, through: null });
    },
    placeholderData: keepPreviousData,
  });
