import type { SupplierDeclaration } from './src/shop/catalog/supplier/declaration.ts';

/**
 * Suppliers whose price lists the shop fetches; docs/supply/suppliers.md shows how to add one, with three examples.
 * Keep secrets out of this file: API keys come from the environment, SUPPLIER_<ID>_KEY.
 */
export default [] satisfies SupplierDeclaration[];
