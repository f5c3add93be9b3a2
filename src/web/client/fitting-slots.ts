import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Day } from '../../shop/calendar.ts';
import type { FittingSlots } from '../../shop/fitting/slots-answer.ts';
import type { Vehicle } from '../../shop/fitting/work.ts';
import { embeddedPageContext } from '../document/page-context.tsx';
import { callApi } from './api-client.ts';

/** `items`: tires and counts, `ID:4,OTHER:2`. */
export type FittingJob = { branch: string; items: string; vehicle: Vehicle; method: string };

/** At least so many days that have free times, and all days up to `through`, as far as there are. */
type Extent = { openDays: number; through: Day | null };

/** Free fitting times of tires that are not ordered yet. Those shown before stay until the new ones have come. */
export const fittingSlotsQuery = (job: FittingJob, extent: Extent) =>
  queryOptions({
    queryKey: ['fitting-slots', job, extent],
    queryFn: () => readSlots((from) => readPage(job, from), extent),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

function readPage(job: FittingJob, from: Day | null): Promise<FittingSlots> {
  const query = new URLSearchParams({ ...job, ...(from !== null && { from }) });
  return callApi(embeddedPageContext().apiBase, `/v1/fitting/slots?${query}`);
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
