import { once } from 'node:events';
import autocannon from 'autocannon';
import { type Spread, spread } from './results/percentile.ts';

/** Answers per second, and how long they took. */
export type Rate = { requestsPerSecond: number; ms: Pick<Spread, 'median' | 'p99'> };

export type Measured = Rate & { ms: Spread };

export type Asked = { seconds: number; connections?: number; headers?: Record<string, string> };

/** Asks `url` over `connections`, from this process, after a warm-up. Throws when an answer is not 2xx, or does not come. */
export async function measure(url: string, { seconds, connections = 10, headers = {} }: Asked): Promise<Measured> {
  const asked = { url, connections, headers };
  await autocannon({ ...asked, duration: Math.ceil(seconds / 4) });
  const run = autocannon({ ...asked, duration: seconds }, () => {});
  // autocannon's own percentiles are whole milliseconds, too coarse for answers out of memory.
  const times: number[] = [];
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const [{ requests, errors, non2xx }] = (await once(run, 'done')) as [autocannon.Result];
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} requests without an answer, ${non2xx} refused`);
  return { requestsPerSecond: requests.average, ms: spread(times) };
}
