import type { Section } from '../results/figure.ts';
import { startShopProcess } from '../servers.ts';
import { compareWithFloor } from './compare-with-floor.ts';

/** The list of the home page in November. */
export const defaultListPath =
  '/api/v1/products?treadWidth=205&profile=55&diameter=16&season=winter_friction&sort=price&limit=24&offset=0';

/** Measures `GET /v1/products` for the default filter, in % of the floor. */
export const api: Section = async ({ seconds }) => {
  await using shop = await startShopProcess();
  const what = 'GET /v1/products, default filter';
  return [await compareWithFloor(shop, { id: 'api/products', what, path: defaultListPath, seconds })];
};
