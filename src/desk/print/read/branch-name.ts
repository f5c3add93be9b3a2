import type { ShopConfig } from '../../../shop/config/shop-config.ts';

/** Returns the name of a branch; for a former branch, its id. */
export function branchName(id: string, { branches }: Pick<ShopConfig, 'branches'>): string {
  return branches.find((branch) => branch.id === id)?.name ?? id;
}
