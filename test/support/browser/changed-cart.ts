import { idOf } from '../shop-catalogue.ts';
import { type BrowserShop, cartOf } from './browser.ts';

/**
 * A stored cart that is out of date: a tire with another price, one with too many, an unchanged one, a sold-out one.
 */
export async function changedCart({ db, address }: BrowserShop): Promise<string> {
  const id = (model: string) => idOf(db.kysely, model);
  const counts = {
    [await id('Hakka Blue 3')]: 4,
    [await id('Primacy 5')]: 20,
    [await id('Hakkapeliitta 10')]: 2,
    [await id('Sold Out')]: 4,
  };
  const cart = JSON.parse(await cartOf(address, counts));
  const [first, second, , fourth] = Object.values<Record<string, unknown>>(cart);
  Object.assign(first ?? {}, { price: 1 });
  Object.assign(second ?? {}, { available: 400, count: 300 });
  Object.assign(fourth ?? {}, { available: 4 });
  return JSON.stringify(cart);
}
