import { CronExpressionParser } from 'cron-parser';
import { readCell } from '../import/file/cells.ts';
import type { Column } from '../import/file/header.ts';
import { declaration, type Supplier } from './declaration.ts';

/** Throws one error that lists every wrong field. */
export function readSuppliers(declared: readonly unknown[]): Supplier[] {
  const wrong: string[] = [];
  const suppliers: Supplier[] = [];
  for (const [index, one] of declared.entries()) {
    const name = nameOf(one) ?? `number ${index + 1}`;
    const read = declaration.safeParse(one);
    const found = read.success
      ? contradictions(read.data)
      : read.error.issues.map(({ path, message }): Fault => [path.join('.'), message]);
    wrong.push(...found.map(([field, reason]) => `supplier ${name}: ${field || 'the declaration'}: ${reason}`));
    if (read.success) suppliers.push(read.data);
  }
  const repeated = suppliers.filter(({ id }, index) => suppliers.findIndex((other) => other.id === id) !== index);
  wrong.push(...repeated.map(({ id }) => `supplier ${id}: id: declared twice`));
  if (wrong.length > 0) throw new Error(`suppliers.config.ts\n${wrong.join('\n')}`);
  return suppliers;
}

/** The next time of a cron line, in Tallinn. Throws if it is not a cron line. */
export function nextTime(cron: string, now: Date): Date {
  return CronExpressionParser.parse(cron, { currentDate: now, tz: 'Europe/Tallinn' }).next().toDate();
}

export function keyVariable(id: string): string {
  return `SUPPLIER_${id.toUpperCase().replaceAll('-', '_')}_KEY`;
}

type Fault = [field: string, reason: string];

function contradictions(supplier: Supplier): Fault[] {
  const faults: Fault[] = [];
  for (const [name, column] of Object.entries(supplier.columns)) {
    if (column === undefined || typeof column === 'string' || Array.isArray(column)) continue;
    const values: [string, string][] =
      'fixed' in column
        ? [[`columns.${name}.fixed`, column.fixed]]
        : Object.entries(column.values).map(([theirs, ours]) => [`columns.${name}.values.${theirs}`, ours]);
    for (const [field, value] of values) {
      const reading = readCell[name as Column](value);
      if (!reading.ok) faults.push([field, `${JSON.stringify(value)} is ${reading.reason}`]);
    }
  }
  for (const name of ['fuel', 'wet', 'noise_db', 'noise_class'] as const) {
    if (supplier.label && supplier.columns[name]) faults.push([`columns.${name}`, 'label already fills it']);
  }
  if (supplier.schedule !== undefined && !isCronLine(supplier.schedule)) {
    faults.push(['schedule', `${JSON.stringify(supplier.schedule)} is no cron line of five fields`]);
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

function nameOf(one: unknown): string | null {
  return typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string' ? one.id : null;
}
