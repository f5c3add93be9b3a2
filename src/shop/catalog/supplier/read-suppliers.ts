import { CronExpressionParser } from 'cron-parser';
import { type SchemaFault, schemaFaults } from '../../config/schema-faults.ts';
import { readCell } from '../import/file/cells.ts';
import type { Column } from '../import/file/header.ts';
import { faultText } from '../import/file/row-fault.ts';
import { declaration, type Supplier, type SupplierColumn } from './declaration.ts';
import { labelTextColumns } from './map-row.ts';

/** Throws one error that lists every invalid field below the name of the file. */
export function readSuppliers(declared: unknown, file = 'suppliers.config.ts'): Supplier[] {
  if (!Array.isArray(declared)) throw new Error(`${file}\nthe default export: must be an array of suppliers`);
  const errors: string[] = [];
  const suppliers: Supplier[] = [];
  for (const [index, entry] of declared.entries()) {
    const name = declaredId(entry) ?? `number ${index + 1}`;
    const parsed = declaration.safeParse(entry);
    const faults = parsed.success ? faultsBeyondSchema(parsed.data) : schemaFaults(parsed.error);
    errors.push(...faults.map(({ path, reason }) => `supplier ${name}: ${path || 'the declaration'}: ${reason}`));
    if (parsed.success) suppliers.push(parsed.data);
  }
  const repeated = suppliers.filter(({ id }, index) => suppliers.findIndex((other) => other.id === id) !== index);
  errors.push(...repeated.map(({ id }) => `supplier ${id}: id: declared twice`));
  if (errors.length > 0) throw new Error([file, ...errors].join('\n'));
  return suppliers;
}

/** Returns the next time of a cron line, in Europe/Tallinn. Throws if it is not a cron line. */
export function nextTime(cron: string, now: Date): Date {
  return CronExpressionParser.parse(cron, { currentDate: now, tz: 'Europe/Tallinn' }).next().toDate();
}

export function keyVariable(id: string): string {
  return `SUPPLIER_${id.toUpperCase().replaceAll('-', '_')}_KEY`;
}

function declaredValuesByPath(column: SupplierColumn): Record<string, string> {
  const namesOnlyFields = typeof column === 'string' || Array.isArray(column);
  if (namesOnlyFields) return {};
  if ('fixed' in column) return { fixed: column.fixed };
  return Object.fromEntries(Object.entries(column.values).map(([name, value]) => [`values.${name}`, value]));
}

function faultsBeyondSchema(supplier: Supplier): SchemaFault[] {
  const faults: SchemaFault[] = [];
  for (const [name, column] of Object.entries(supplier.columns)) {
    if (column === undefined) continue;
    for (const [path, value] of Object.entries(declaredValuesByPath(column))) {
      const reading = readCell[name as Column](value);
      if (reading.ok) continue;
      faults.push({
        path: `columns.${name}.${path}`,
        reason: `${JSON.stringify(value)} is ${faultText(reading.fault)}`,
      });
    }
  }
  for (const name of labelTextColumns) {
    if (supplier.label && supplier.columns[name])
      faults.push({ path: `columns.${name}`, reason: "the declaration's `label` already fills it" });
  }
  if (supplier.schedule !== undefined && !isCronLine(supplier.schedule)) {
    faults.push({ path: 'schedule', reason: `${JSON.stringify(supplier.schedule)} is no cron line of five fields` });
  }
  return faults;
}

function isCronLine(text: string): boolean {
  if (text.trim().split(/\s+/).length !== 5) return false;
  try {
    nextTime(text, new Date(0));
    return true;
  } catch {
    return false;
  }
}

function declaredId(entry: unknown): string | null {
  return typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string' ? entry.id : null;
}
