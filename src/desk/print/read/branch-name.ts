import type { ShopConfig } from '../../../shop/config/shop-config.ts';

/** Returns the name of a branch, or the id of a former one. */
export function branchName(id: string, { branches }: Pick<ShopConfig, 'branches'>): string {
  return branches.find((branch) => branch.id === id)?.name ?? id;
}
