import type { SupplierDeclaration } from './src/shop/catalog/supplier/declaration.ts';

/**
 * The suppliers whose lists the shop fetches; docs/suppliers.md explains a new one in ten minutes, with three examples.
 * Not for browsers, and not for keys: those come from the environment, SUPPLIER_<ID>_KEY.
 */
export default [] satisfies SupplierDeclaration[];
