import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { models } from './model.ts';
import { rangeOf } from './range.ts';
import { columns, type Row, rowOf } from './row.ts';
import { secondSource } from './second-source.ts';

function cell(value: string | number): string {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function lineOf(row: Row): string {
  return columns.map((column) => cell(row[column])).join(',');
}

/**
 * Lot 0 is the demonstration list; each further lot is the same trade with other suppliers, years and stock. At the end
 * of the demonstration list stand a few of its tires again, as another wholesaler lists them.
 */
function* lines(tires: number | undefined): Generator<string> {
  yield columns.join(',');
  let number = 0;
  const seconds: Row[] = [];
  for (let lot = 0; lot === 0 || (tires !== undefined && number < tires); lot++) {
    for (const model of models) {
      for (const tire of rangeOf(model, lot)) {
        if (number === tires) return;
        const row = rowOf(tire, ++number, lot);
        yield lineOf(row);
        const second = tires === undefined ? secondSource(row, tire, number) : null;
        if (second) seconds.push(second);
      }
    }
  }
  yield* seconds.map(lineOf);
}

const { values } = parseArgs({ options: { tires: { type: 'string' } } });
const tires = values.tires === undefined ? undefined : Number(values.tires);
if (tires !== undefined && !(Number.isInteger(tires) && tires > 0)) throw new Error('--tires takes a whole number');

let chunk = '';
for (const line of lines(tires)) {
  chunk += `${line}\n`;
  if (chunk.length < 65_536) continue;
  if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  chunk = '';
}
process.stdout.write(chunk);
