import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Day } from '../../shop/calendar.ts';
import type { FittingSlots } from '../../shop/fitting/slots-answer.ts';
import type { Vehicle } from '../../shop/fitting/work.ts';
import { callApi } from './api-client.ts';

/** `items`: tire ids with counts, `ID:4,OTHER:2`; `method`: how the buyer pays. */
export type FittingJob = { branch: string; items: string; vehicle: Vehicle; method: string };

/** The days to load: until `openDays` of them have free times, and at least to the day `through`. Without `through`, or with null, only `openDays` counts. */
type Extent = { openDays: number; through?: Day | null };

/** Free times for tires that are not ordered yet. While new ones load, the page keeps showing the previous ones. */
export const fittingSlotsQuery = (job: FittingJob, extent: Extent) =>
  queryOptions({
    queryKey: ['fitting-slots', job, extent],
    queryFn: () => readSlots((from) => requestPage(job, from), extent),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

function requestPage(job: FittingJob, from: Day | null): Promise<FittingSlots> {
  const query = new URLSearchParams({ ...job, ...(from !== null && { from }) });
  return callApi(`/v1/fitting/slots?${query}`);
}

export async function readSlots(
  loadPage: (from: Day | null) => Promise<FittingSlots>,
  { openDays, through }: Extent,
): Promise<FittingSlots> {
  const first = await loadPage(null);
  let { days, nextDay } = first;
  const coversExtent = () => {
    const openDayCount = days.filter(({ starts }) => starts.length > 0).length;
    const lastDay = days.at(-1)?.day ?? '';
    return openDayCount >= openDays && lastDay >= (through ?? '');
  };
  while (nextDay !== null && !coversExtent()) {
    const page = await loadPage(nextDay);
    days = [...days, ...page.days];
    nextDay = page.nextDay;
  }
  return { ...first, days, nextDay };
}
