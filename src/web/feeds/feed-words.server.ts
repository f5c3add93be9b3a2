import { translatorOf } from '../../messages/translator.server.ts';
import { hasSnowflake } from '../../shop/catalog/list/comparison.ts';
import type { Season } from '../../shop/catalog/road/season.ts';
import { loadInKg, speedInKmh } from '../../shop/catalog/tire/indices.ts';
import { fullSize, type Product } from '../../shop/catalog/tire/tire.ts';
import type { Locale } from '../../shop/locale.ts';
import { href } from '../sitemap.ts';

export type FeedWords = ReturnType<typeof feedWords>;

export function feedWords(locale: Locale) {
  const t = translatorOf(locale, 'feed');
  const units = translatorOf(locale, 'units');
  const seasons = translatorOf(locale, 'season');
  // Formatting messages dominates the cost of a feed, and most values repeat.
  const season = once((id: Season) => seasons(id));
  const year = once((value: number) => t('year', { year: `${value}` }));
  const load = once((index: string) => t('load', { load: units('kg', { kg: loadInKg(index).join(' / ') }) }));
  const speed = once((symbol: string) => {
    const { kmh = 0, above } = speedInKmh(symbol) ?? {};
    return t('speed', { speed: units(above ? 'kmhAbove' : 'kmh', { kmh }) });
  });
  const label = once((values: string) => {
    const [fuel = '', wet = '', db = ''] = values.split(' ');
    return t('label', { fuel, wet, db });
  });
  const snow = t('snow');
  const sale = t('sale');
  return {
    home: href('index', locale),
    product: href('product', locale),
    title: t('title'),
    tires: t('tires'),
    season,
    /** The description in sentences, without unknown values. */
    describe(tire: Product): string {
      const { fuel, wet, noiseDb } = tire.label ?? {};
      return [
        `${season(tire.season)}, ${fullSize(tire)}.`,
        loadInKg(tire.loadIndex).length > 0 && load(tire.loadIndex),
        speedInKmh(tire.speedIndex) && speed(tire.speedIndex),
        fuel && wet && noiseDb && label(`${fuel} ${wet} ${noiseDb}`),
        hasSnowflake(tire) && snow,
        tire.dotYear && year(tire.dotYear),
        sale,
      ]
        .filter(Boolean)
        .join(' ');
    },
  };
}

function once<K, T>(make: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const found = known.get(key) ?? make(key);
    known.set(key, found);
    return found;
  };
}
