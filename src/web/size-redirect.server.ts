import { catalogue } from '../shop/catalog/catalogue.server.ts';
import { type Known, listFromUrl, listToUrl } from '../shop/catalog/filter.ts';
import { defaultSeason } from '../shop/catalog/season.ts';
import { typedSize } from '../shop/catalog/typed-size.ts';
import { pageAt } from './sitemap.ts';

/**
 * Where the list stands that a size typed into the finder asks for (`/?size=205/55R16`), or null when nothing was typed
 * or it cannot be read. What else was chosen is kept. Serves browsers in which no script has taken the finder over.
 */
export function sizeRedirect(url: URL, now: Date, branches: Known['branches']): string | null {
  const text = url.searchParams.get('size');
  if (text === null || pageAt(url.pathname) !== 'index') return null;
  const reading = typedSize(text);
  if (!reading.ok) return null;
  const { manufacturers: makers } = catalogue();
  const list = listFromUrl(url.searchParams, defaultSeason(now), { makers, branches });
  const { treadWidth, profile, diameter } = reading.value;
  return url.pathname + listToUrl({ ...list, page: 1, filter: { ...list.filter, treadWidth, profile, diameter } });
}
