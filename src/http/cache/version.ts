import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { promiseVersion } from '../../shop/checkout/place/list-collection-days.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';

const minuteMs = 60_000;

/** `version` changes with the catalogue and promised days; `keyVersion` is the date, as canonical URLs depend on it. */
export type CacheVersion = { version: () => string; keyVersion: () => string };

export function cacheVersion(catalogue: CatalogueStore, shopConfig: ShopConfig, now: () => Date): CacheVersion {
  let cachedMinute = Number.NaN;
  let cached = { day: '', promisedDays: '' };
  const currentVersions = () => {
    const at = now();
    const currentMinute = Math.floor(at.getTime() / minuteMs);
    // Opening hours and cut-offs are whole minutes.
    if (currentMinute !== cachedMinute) cached = { day: tallinnDate(at), promisedDays: promiseVersion(shopConfig, at) };
    cachedMinute = currentMinute;
    return cached;
  };
  return {
    keyVersion: () => currentVersions().day,
    version: () => `${catalogue.current().version} ${currentVersions().promisedDays}`,
  };
}
