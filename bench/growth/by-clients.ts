import { measure } from '../measure.ts';
import { startShopProcess } from '../servers.ts';

const counts = [1, 2, 5, 10, 20, 50, 100, 200];
const paths = {
  page: '/en',
  api: '/api/v1/products?treadWidth=205&profile=55&diameter=16&season=winter_friction&sort=price&limit=24&offset=0',
};

type Served = { perSecond: number; p99Ms: number };

/** What so many clients at once get of the kept front page and of the list that it shows. */
export type ClientCost = { clients: number } & Record<keyof typeof paths, Served>;

export async function byClients(seconds: number): Promise<ClientCost[]> {
  const shop = await startShopProcess();
  try {
    const costs: ClientCost[] = [];
    const served = async (path: string, connections: number): Promise<Served> => {
      const headers = { 'accept-encoding': 'br', 'accept-language': 'en' };
      const { requestsPerSecond, ms } = await measure(shop.address + path, { seconds, connections, headers });
      return { perSecond: Math.round(requestsPerSecond), p99Ms: ms.p99 };
    };
    for (const clients of counts) {
      const cost = { clients, page: await served(paths.page, clients), api: await served(paths.api, clients) };
      console.log(cost);
      costs.push(cost);
    }
    return costs;
  } finally {
    await shop.stop();
  }
}
