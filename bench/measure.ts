import { once } from 'node:events';
import autocannon from 'autocannon';
import { type Spread, spread } from './results/statistics.ts';

export type RequestRate = { requestsPerSecond: number; ms: Pick<Spread, 'median' | 'p99'> };

export type LoadMeasurement = RequestRate & { ms: Spread };

export type LoadOptions = { seconds: number; connections?: number; headers?: Record<string, string> };

/** Requests `url` over `connections` from this process, after a warm-up. Throws on an answer other than 2xx or a missing one. */
export async function measure(
  url: string,
  { seconds, connections = 10, headers = {} }: LoadOptions,
): Promise<LoadMeasurement> {
  const load = { url, connections, headers };
  await autocannon({ ...load, duration: Math.ceil(seconds / 4) });
  const run = autocannon({ ...load, duration: seconds }, () => {});
  // autocannon's own percentiles are whole milliseconds, too coarse for cached answers.
  const times: number[] = [];
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const [{ requests, errors, non2xx }] = (await once(run, 'done')) as [autocannon.Result];
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} requests without an answer, ${non2xx} rejected`);
  return { requestsPerSecond: requests.average, ms: spread(times) };
}
