import type { RelatedTires } from '../../../src/shop/catalog/related/related.ts';
import type { Product } from '../../../src/shop/catalog/tire/tire.ts';

/** A summer tire with at least eight in stock that has alternatives with each advantage, and other sizes. */
export async function tireWithRelated(address: string): Promise<{ tire: Product; related: RelatedTires }> {
  const products = await fetch(
    `${address}/api/v1/products?season=summer&treadWidth=205&profile=55&diameter=16&sort=-price`,
  );
  const { items } = (await products.json()) as { items: Product[] };
  for (const tire of items.filter(({ available }) => available >= 8)) {
    const answer = await fetch(`${address}/api/v1/related?id=${tire.id}`);
    const related = (await answer.json()) as RelatedTires;
    const { rears: _rears, fronts: _fronts, ...others } = related;
    if (Object.values(others).every((tires) => tires.length > 0)) return { tire, related };
  }
  throw new Error('The demonstration price list has no such tire');
}
