import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';

const minuteMs = 60_000;

/** `version`: the catalogue and the day in Tallinn; `keyVersion`: the day, on which canonical URLs depend (default season). */
export type CacheVersion = { version: () => string; keyVersion: () => string };

export function cacheVersion(catalogue: CatalogueStore, now: () => Date): CacheVersion {
  let minute = Number.NaN;
  let day = '';
  const keyVersion = () => {
    const at = now();
    const currentMinute = Math.floor(at.getTime() / minuteMs);
    if (currentMinute !== minute) day = tallinnDate(at);
    minute = currentMinute;
    return day;
  };
  return { keyVersion, version: () => `${catalogue.current().version} ${keyVersion()}` };
}
