import type { Catalogue } from '../../src/shop/catalog/catalogue.ts';
import { type Sort, sortIds } from '../../src/shop/catalog/list/filter.ts';
import type { ProductQuery } from '../../src/shop/catalog/list/product-query.ts';

export function pick<T>(items: readonly T[]): T {
  return items[Math.floor(Math.random() * items.length)] as T;
}

const manufacturer = ({ manufacturers }: Catalogue) => pick(manufacturers).id;

function page(): Pick<ProductQuery, 'sort' | 'limit' | 'offset'> {
  return { sort: pick<Sort>(sortIds), limit: 24, offset: pick([0, 0, 0, 24, 480]) };
}

/** The size, season and manufacturer of a tire. */
function fiveFilters({ tires }: Catalogue) {
  const { size, season, manufacturer } = pick(tires);
  const { treadWidth, profile, diameter } = size;
  return { treadWidth, profile, diameter, season, manufacturer: manufacturer.id };
}

/** Kinds of queries: the filters of the home page, then those of the panel "more filters". */
export const queryMix: Record<string, (catalogue: Catalogue) => ProductQuery> = {
  'no filter': () => page(),
  'one manufacturer': (catalogue) => ({ ...page(), manufacturer: manufacturer(catalogue) }),
  'three manufacturers': (catalogue) => ({
    ...page(),
    manufacturer: [manufacturer(catalogue), manufacturer(catalogue), manufacturer(catalogue)],
  }),
  'a price range': () => {
    const priceFrom = Math.floor(Math.random() * 300);
    return { ...page(), priceFrom, priceTo: priceFrom + Math.floor(Math.random() * 200) };
  },
  'all five': (catalogue) => ({ ...page(), ...fiveFilters(catalogue) }),
  'size and season': (catalogue) => ({ ...page(), ...fiveFilters(catalogue), manufacturer: undefined }),
  'a branch': () => ({ ...page(), branch: 'ringtee' }),
  'season, 3PMSF, load': () => ({ ...page(), season: 'winter_friction', snow: '1', load: 91 }),
  'load, speed, wet grip': () => ({ ...page(), load: 80, speed: 'H', wet: 'C' }),
};
