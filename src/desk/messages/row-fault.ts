import type { RowFault } from '../../shop/catalog/import/file/row-fault.ts';
import type { ListTranslator } from './list-refusal.ts';

/** Returns why a row of an uploaded list was refused. */
export function rowFaultText(t: ListTranslator, fault: RowFault): string {
  const id = `faults.${fault.reason}`;
  const values = 'values' in fault ? { values: fault.values.join(', ') } : fault;
  return t.has(id as never) ? t(id as never, values as never) : fault.reason;
}
