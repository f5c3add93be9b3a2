import type { Branch, ShopFacts } from '../shop/shop-facts.ts';

/** The branch of an order; undefined once the owner's facts no longer have it. */
export function branchOf(id: string, { branches }: ShopFacts): Branch | undefined {
  return branches.find((branch) => branch.id === id);
}

/** A branch by its name; a supplier, or a branch that is gone, by its id. */
export function placeName(id: string, facts: ShopFacts): string {
  return branchOf(id, facts)?.name ?? id;
}

export function addressOf({ name, street, postalCode, city }: Branch): string {
  return `${name}, ${street}, ${postalCode} ${city}`;
}
