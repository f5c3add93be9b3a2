import { catalogue, replaceCatalogue } from '../../src/shop/catalog/catalogue.server.ts';
import type { Searchable } from '../../src/shop/catalog/search/search-tires.ts';
import type { Product } from '../../src/shop/catalog/tire/tire.ts';

export function searchable(tires: readonly Product[]): Searchable {
  replaceCatalogue(tires, false);
  return catalogue();
}
