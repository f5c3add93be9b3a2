import { once } from 'node:events';
import autocannon from 'autocannon';

export type Measured = { medianMs: number; p99Ms: number; requestsPerSecond: number; errors: number };

/** Asks `url` over 10 connections: 3 s to warm up, then 10 s that count. Errors are answers other than 2xx, and none. */
export async function measure(url: string): Promise<Measured> {
  await autocannon({ url, connections: 10, duration: 3 });
  const run = autocannon({ url, connections: 10, duration: 10 }, () => {});
  // autocannon's own percentiles are whole milliseconds, too coarse for answers out of memory.
  const times: number[] = [];
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const [{ requests, errors, non2xx }] = (await once(run, 'done')) as [autocannon.Result];
  times.sort((a, b) => a - b);
  const percentile = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100;
  return {
    medianMs: percentile(0.5),
    p99Ms: percentile(0.99),
    requestsPerSecond: requests.average,
    errors: errors + non2xx,
  };
}
