import { readPriceRules } from '../shop/catalog/prices/rules/price-rules.ts';
import type { SupplierDeclaration } from '../shop/catalog/supplier/declaration.ts';
import { readSuppliers } from '../shop/catalog/supplier/read-suppliers.ts';
import { readShopConfig, type ShopConfig } from '../shop/config/shop-config.ts';
import { cutOffsOf } from '../shop/purchasing/order-terms.ts';
import { checkOrderInterfaces } from '../shop/purchasing/wire/order-interface-faults.ts';
import { type OwnerFile, ownerFiles } from './owner-config.ts';
import { photoFaults } from './owner-photos.ts';

type Overrides = { shopConfig?: ShopConfig; suppliers?: readonly SupplierDeclaration[] };

/** Checks and returns the owner's files, or overrides. Throws one error with all faults of the first faulty file. */
export function checkedOwnerFiles(overrides: Overrides, publicFolder: string) {
  const { shop: shopFile, suppliers: suppliersFile, prices: pricesFile } = ownerFiles;
  const prices = pricesFile && checkedPrices(pricesFile);
  const suppliers = readSuppliers(overrides.suppliers ?? suppliersFile.content, suppliersFile.file);
  const shopConfig = overrides.shopConfig ?? readShopConfig(shopFile.content, shopFile.file);
  const faults = photoFaults(shopConfig, publicFolder);
  if (faults.length > 0) throw new Error([shopFile.file, ...faults].join('\n'));
  const branches = shopConfig.branches.map(({ id }) => id);
  checkOrderInterfaces(suppliers, branches, suppliersFile.file);
  return { shopConfig: { ...shopConfig, cutOffs: cutOffsOf(suppliers) }, suppliers, prices, branches };
}

/** Returns the file, or throws its faults. Its rules take effect only once the owner applies them (CLI or desk). */
function checkedPrices({ file, content }: OwnerFile): { file: string; content: object } {
  readPriceRules(content, file);
  return { file, content: content as object };
}
