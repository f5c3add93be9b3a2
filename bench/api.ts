import { besideFloor } from './beside-floor.ts';
import type { Section } from './options.ts';
import { startShopProcess } from './servers.ts';

// The list that a visitor meets first in November, as the home page asks for it.
export const defaultFilter =
  '/api/v1/products?treadWidth=205&profile=55&diameter=16&season=winter_friction&sort=price&limit=24&offset=0';

/** `GET /v1/products` for the default filter beside its floor. */
export const api: Section = async ({ seconds }) => {
  const shop = await startShopProcess();
  try {
    return [
      await besideFloor(shop, {
        id: 'api/products',
        what: 'GET /v1/products, default filter',
        path: defaultFilter,
        seconds,
      }),
    ];
  } finally {
    await shop.stop();
  }
};
