import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { promiseVersion } from '../../shop/checkout/place/list-collection-days.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';

const minuteMs = 60_000;

/**
 * `version` changes with the catalogue, and with the day from which promised days are counted: at midnight in Tallinn, at closing time and
 * at cut-offs of suppliers. `keyVersion` is the current day, on which canonical URLs depend (default season).
 */
export type CacheVersion = { version: () => string; keyVersion: () => string };

export function cacheVersion(catalogue: CatalogueStore, shopConfig: ShopConfig, now: () => Date): CacheVersion {
  let minute = Number.NaN;
  let current = { day: '', promisedDays: '' };
  const atThisMinute = () => {
    const at = now();
    const currentMinute = Math.floor(at.getTime() / minuteMs);
    // Opening hours and cut-offs are whole minutes.
    if (currentMinute !== minute) current = { day: tallinnDate(at), promisedDays: promiseVersion(shopConfig, at) };
    minute = currentMinute;
    return current;
  };
  return {
    keyVersion: () => atThisMinute().day,
    version: () => `${catalogue.current().version} ${atThisMinute().promisedDays}`,
  };
}
