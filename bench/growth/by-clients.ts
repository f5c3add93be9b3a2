import { measure } from '../measure.ts';
import { startShopProcess } from '../servers.ts';
import { defaultListPath } from '../speed/api.ts';

const counts = [1, 2, 5, 10, 20, 50, 100, 200];
const paths = { page: '/en', api: defaultListPath };

type Throughput = { perSecond: number; p99Ms: number };

/** Throughput and latency of the cached front page and of the API's list with this number of concurrent clients. */
export type LoadResult = { clients: number } & Record<keyof typeof paths, Throughput>;

export async function byClients(seconds: number): Promise<LoadResult[]> {
  await using shop = await startShopProcess();
  const results: LoadResult[] = [];
  const throughputOf = async (path: string, connections: number): Promise<Throughput> => {
    const headers = { 'accept-encoding': 'br', 'accept-language': 'en' };
    const { requestsPerSecond, ms } = await measure(shop.address + path, { seconds, connections, headers });
    return { perSecond: Math.round(requestsPerSecond), p99Ms: ms.p99 };
  };
  for (const clients of counts) {
    const result = {
      clients,
      page: await throughputOf(paths.page, clients),
      api: await throughputOf(paths.api, clients),
    };
    console.log(result);
    results.push(result);
  }
  return results;
}
