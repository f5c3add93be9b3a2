import type { Branch, Facts, Order } from './facts.ts';
import type { DayShop } from './shop.ts';

/** A day that is being simulated. `acts`: number of times that each act was done. */
export type Day = { shop: DayShop; facts: Facts; acts: Map<string, number>; ids: ReadonlyMap<string, string> };

/** Performs an act, then lets a minute pass in which the shop runs its jobs. */
export async function act<Result>({ shop, acts }: Day, name: string, perform: () => Promise<Result>): Promise<Result> {
  acts.set(name, (acts.get(name) ?? 0) + 1);
  const result = await perform();
  await shop.passMinutes();
  return result;
}

/** The id of a tire in the shop, which the first list gave it. */
export function tireOf({ ids }: Day, sku: string): string {
  const id = ids.get(sku);
  if (id === undefined) throw new Error(`no tire ${sku}`);
  return id;
}

export const skuOf = ({ ids }: Day, tire: string) => [...ids].find(([, id]) => id === tire)?.[0] ?? '';

export const addressOf = (branch: Branch) => `${branch}@rehvipood.example`;

/** Notes that the shop mails the buyer, unless the order has no address. */
export function noteMailToBuyer({ facts }: Pick<Day, 'facts'>, { email, number }: Order, kind: string): void {
  if (email !== '') facts.mails.push({ kind, to: email, number });
}

/** Notes that the shop mails a branch. */
export function noteMailToBranch({ facts }: Pick<Day, 'facts'>, branch: Branch, { number }: Order, kind: string): void {
  facts.mails.push({ kind, to: addressOf(branch), number });
}
