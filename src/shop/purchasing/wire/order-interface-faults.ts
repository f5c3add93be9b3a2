import type { Supplier } from '../../catalog/supplier/declaration.ts';
import { unknownPlaceholders } from './http/fill-template.ts';

/** Secrets of orders are named after the supplier's id and one of these. */
const secretSuffixes = ['-order', '-api'];

export function checkOrderInterfaces(suppliers: readonly Supplier[], branches: readonly string[], file: string): void {
  const faults = orderInterfaceFaults(suppliers, branches);
  if (faults.length > 0) throw new Error([file, ...faults].join('\n'));
}

/** Returns one line for each fault of the suppliers' order interfaces that only shows together with the branches and the other suppliers: a
 * branch without a number, a number for no branch, a placeholder without a value, a secret that could be of two suppliers. */
export function orderInterfaceFaults(suppliers: readonly Supplier[], branches: readonly string[]): string[] {
  const ids = suppliers.map(({ id }) => id);
  return suppliers.flatMap(({ id, order }) => {
    if (!order || order.by === 'list') return [];
    const numberedBranches = Object.keys(order.consignee);
    const branchesWithoutNumber = branches.filter((branch) => !numberedBranches.includes(branch));
    const unknownBranches = numberedBranches.filter((branch) => !branches.includes(branch));
    const sharedSuffixes = secretSuffixes.filter((suffix) => ids.includes(id + suffix));
    const faults = [
      ...branchesWithoutNumber.map((branch) => `order.consignee: has no number for the branch ${branch}`),
      ...unknownBranches.map((branch) => `order.consignee.${branch}: is not a branch`),
      ...sharedSuffixes.map((suffix) => `id: the supplier ${id}${suffix} would have the same secret`),
    ];
    if (order.by === 'http') {
      const inBody = unknownPlaceholders(order.body);
      const inAddress = unknownPlaceholders(order.status?.url ?? '', ['reference', 'consignee']);
      faults.push(...inBody.map((text) => `order.body: ${text} is not available here`));
      faults.push(...inAddress.map((text) => `order.status.url: ${text} is not available here`));
    }
    return faults.map((fault) => `supplier ${id}: ${fault}`);
  });
}
