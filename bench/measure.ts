import autocannon from 'autocannon';

export type Measured = { medianMs: number; p99Ms: number; requestsPerSecond: number; errors: number };

/** Asks `url` over 10 connections: 3 s to warm up, then 10 s that count. Errors are answers other than 2xx, and none. */
export async function measure(url: string): Promise<Measured> {
  await autocannon({ url, connections: 10, duration: 3 });
  const { latency, requests, errors, non2xx } = await autocannon({ url, connections: 10, duration: 10 });
  return { medianMs: latency.p50, p99Ms: latency.p99, requestsPerSecond: requests.average, errors: errors + non2xx };
}
