import { queryOptions } from '@tanstack/react-query';
import type { Day } from '../../shop/calendar.ts';
import type { FittingSlots } from '../../shop/fitting/slots-answer.ts';
import type { Vehicle } from '../../shop/fitting/work.ts';
import { embeddedPageContext } from '../document/page-context.tsx';
import { type Call, callApi } from './api-client.ts';
import type { OrderKey } from './stores/stored.ts';

/** `items`: tires and counts, `ID:4,OTHER:2`. */
export type FittingJob = { branch: string; items: string; vehicle: Vehicle; method: string };

/** At least so many days that have free times, and all days up to `through`, as far as there are. */
type Extent = { openDays: number; through: Day | null };

/** Free fitting times of tires that are not ordered yet. */
export const fittingSlotsQuery = (job: FittingJob, extent: Extent) =>
  queryOptions({
    ...kept,
    queryKey: ['fitting-slots', job, extent],
    queryFn: () => readSlots((from) => readPage('/v1/fitting/slots', { ...job, from }), extent),
  });

/** Free fitting times of an order. `vehicle` null: the one of its appointment. */
export const orderFittingQuery = ({ number, token }: OrderKey, vehicle: string | null, openDays: number) =>
  queryOptions({
    ...kept,
    queryKey: ['order-fitting', number, token, vehicle, openDays],
    queryFn: () => {
      const path = `/v1/orders/${encodeURIComponent(number)}/fitting`;
      const headers = { 'Order-Token': token };
      return readSlots((from) => readPage(path, { vehicle, from }, { headers }), { openDays, through: null });
    },
  });

/** The times shown before stay until the new ones have come. */
const kept = {
  placeholderData: (previous: FittingSlots | undefined) => previous,
  refetchOnWindowFocus: true,
};

function readPage(path: string, query: Record<string, string | null>, call?: Call): Promise<FittingSlots> {
  const given = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return callApi(embeddedPageContext().apiBase, `${path}?${new URLSearchParams(given)}`, call);
}

/** Reads pages from the first one on until they have the extent. */
export async function readSlots(
  read: (from: Day | null) => Promise<FittingSlots>,
  { openDays, through }: Extent,
): Promise<FittingSlots> {
  const first = await read(null);
  let { days, nextDay } = first;
  const hasExtent = () =>
    days.filter(({ starts }) => starts.length > 0).length >= openDays && (days.at(-1)?.day ?? '') >= (through ?? '');
  while (nextDay !== null && !hasExtent()) {
    const page = await read(nextDay);
    days = [...days, ...page.days];
    nextDay = page.nextDay;
  }
  return { ...first, days, nextDay };
}
