import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';

const minuteMs = 60_000;

/** Names of what cached responses show, and of what URLs mean, such as the season of the day. */
export type CacheVersion = { version: () => string; keyVersion: () => string };

/** Responses show the catalogue and the day in Tallinn; URLs depend on the day alone. */
export function cacheVersion(catalogue: CatalogueStore, now: () => Date): CacheVersion {
  let minute = Number.NaN;
  let day = '';
  // Formatting a date is slow, and a day begins with a minute.
  const keyVersion = () => {
    const at = now();
    const current = Math.floor(at.getTime() / minuteMs);
    if (current !== minute) day = tallinnDate(at);
    minute = current;
    return day;
  };
  let current = { catalogueVersion: Number.NaN, day: '', text: '' };
  const version = () => {
    const catalogueVersion = catalogue.current().version;
    const day = keyVersion();
    if (current.catalogueVersion !== catalogueVersion || current.day !== day) {
      current = { catalogueVersion, day, text: `${catalogueVersion} ${day}` };
    }
    return current.text;
  };
  return { keyVersion, version };
}
