import type { ShopConfig } from '../../../shop/config/shop-config.ts';

export function branchName(id: string, { branches }: Pick<ShopConfig, 'branches'>): string {
  return branches.find((branch) => branch.id === id)?.name ?? id;
}
