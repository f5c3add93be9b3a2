import { idOf } from '../catalogue/shop-catalogue.ts';
import { type BrowserShop, cartOf } from './browser.ts';

/** A stored cart with a tire of another price, one with a count above the stock, an unchanged one and a sold-out one. */
export async function outdatedCart({ db, address }: BrowserShop): Promise<string> {
  const id = (model: string) => idOf(db.kysely, model);
  const counts = {
    [await id('Hakka Blue 3')]: 4,
    [await id('Primacy 5')]: 20,
    [await id('Hakkapeliitta 10')]: 2,
    [await id('Sold Out')]: 4,
  };
  const cart = JSON.parse(await cartOf(address, counts));
  const [repriced, overstocked, , soldOut] = Object.values<Record<string, unknown>>(cart);
  Object.assign(repriced ?? {}, { price: 1 });
  Object.assign(overstocked ?? {}, { available: 400, count: 300 });
  Object.assign(soldOut ?? {}, { available: 4 });
  return JSON.stringify(cart);
}
