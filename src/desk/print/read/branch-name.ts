import type { ShopConfig } from '../../../shop/config/shop-config.ts';

/** Returns the id of a former branch. */
export function branchName(id: string, { branches }: Pick<ShopConfig, 'branches'>): string {
  return branches.find((branch) => branch.id === id)?.name ?? id;
}
