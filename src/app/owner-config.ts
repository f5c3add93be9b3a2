import exampleShop from '../../shop.config.ts';
import exampleSuppliers from '../../suppliers.config.ts';
import type { SupplierDeclaration } from '../shop/catalog/supplier/declaration.ts';
import type { ShopConfig } from '../shop/shop-config.ts';

// Git ignores the local files, so an update of the shop leaves them alone. Tests expect the tracked ones.
const local: Record<string, unknown> =
  import.meta.env.MODE === 'test'
    ? {}
    : import.meta.glob('../../{shop,suppliers}.local.ts', { eager: true, import: 'default' });

export const shopConfig = (local['../../shop.local.ts'] ?? exampleShop) as ShopConfig;

/** `suppliers.local.ts` where it exists, otherwise `suppliers.config.ts`; not validated yet. */
export const suppliersConfig = (local['../../suppliers.local.ts'] ?? exampleSuppliers) as SupplierDeclaration[];
