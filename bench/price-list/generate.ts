import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { between, randomOf } from './random.ts';
import { columns, costOf, type Row, rowOf } from './row.ts';
import { supplierAfter } from './suppliers.ts';
import { models } from './tire/model.ts';
import { rangeOf } from './tire/range.ts';
import { type Tire, tireKey } from './tire/tire.ts';

function cell(value: string | number): string {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function lineOf(row: Row): string {
  return columns.map((column) => cell(row[column])).join(',');
}

/**
 * The same tire at a second, more expensive wholesaler, for about one in a hundred tires. Its code comes later in the alphabet, so
 * that the first wholesaler defines name and price.
 */
function secondSource(row: Row, tire: Tire, number: number): Row | null {
  const random = randomOf(`second ${tireKey(tire)}`);
  const secondSupplier = supplierAfter(row.supplier, random);
  if (!secondSupplier || row.stock_supplier < 4 || random() >= 0.01) return null;
  const price = `${Math.round(Number(row.price) * (1.02 + 0.06 * random()))}.90`;
  return {
    ...row,
    supplier: secondSupplier.code,
    supplier_sku: secondSupplier.sku(tire, number),
    price,
    cost_net: costOf(secondSupplier.code, tire, price),
    stock_ringtee: 0,
    stock_annelinn: 0,
    stock_supplier: between(random, 2, 24),
    lead_days: secondSupplier.leadDays,
  };
}

/**
 * Lot 0 is the demonstration list; further lots repeat its models with other suppliers, years and stock. The demonstration list
 * ends with some of its tires as offered by a second wholesaler.
 */
function* lines(tires: number | undefined): Generator<string> {
  yield columns.join(',');
  let number = 0;
  const secondSources: Row[] = [];
  for (let lot = 0; lot === 0 || (tires !== undefined && number < tires); lot++) {
    for (const model of models) {
      for (const tire of rangeOf(model, lot)) {
        if (number === tires) return;
        const row = rowOf(tire, ++number, lot);
        yield lineOf(row);
        const second = tires === undefined ? secondSource(row, tire, number) : null;
        if (second) secondSources.push(second);
      }
    }
  }
  yield* secondSources.map(lineOf);
}

const { values } = parseArgs({ options: { tires: { type: 'string' } } });
const tires = values.tires === undefined ? undefined : Number(values.tires);
if (tires !== undefined && !(Number.isInteger(tires) && tires > 0))
  throw new Error('--tires needs a whole number above 0');

let chunk = '';
for (const line of lines(tires)) {
  chunk += `${line}\n`;
  if (chunk.length < 65_536) continue;
  if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  chunk = '';
}
process.stdout.write(chunk);
