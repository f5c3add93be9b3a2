import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Till } from '../shop/checkout/till.server.ts';
import type { OrderFilter } from '../shop/order/list-orders.server.ts';
import { orderLinesSold } from '../shop/order/order-lines-sold.server.ts';
import type { Command, Io } from './command.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import { withDatabase } from './database.ts';
import { exportCells, exportColumns } from './export-cells.ts';
import { noArguments, periodOf, periodOptions, textOption } from './order-arguments.ts';
import { printLines } from './output.ts';

const help = `Every line of every order as CSV, oldest order first: for spreadsheets in Estonia, that is UTF-8 with a byte order mark,
semicolons, decimal commas. A cell that a spreadsheet would take for a formula begins with an apostrophe, phone
numbers with a + among them.

  --since DATE  placed on that day or later, in Tallinn; --until DATE on that day or earlier
  --out FILE    into a file that only you can read, whole or not at all; without it, to standard output

  npm run shop -- orders export --since 2026-11-01 --until 2026-11-30 --out november.csv`;

export const ordersExport: Command = {
  summary: 'Writes orders as CSV for a spreadsheet, one row a line.',
  usage: '[--since DATE] [--until DATE] [--out FILE]',
  help,
  options: { ...periodOptions, out: { type: 'string' } },
  async run(call) {
    noArguments(call);
    const { io } = call;
    const filter = periodOf(call);
    const file = textOption(call, 'out');
    await withDatabase(io, async ({ kysely }) => {
      if (file === undefined) return toReader(kysely, filter, io);
      const lines = await toFile(kysely, filter, resolve(io.env.INIT_CWD ?? '.', file), io);
      printLines(io, [`${lines} ${lines === 1 ? 'line' : 'lines'} written to ${file}.`]);
    });
    return 0;
  },
};

async function toReader(db: Till['db'], filter: OrderFilter, io: Io): Promise<void> {
  try {
    await write(db, filter, io.stdout, io, { end: false });
  } catch (error) {
    // A reader that has seen enough (`| head`) is no fault.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/** Under its name stands nothing until everything is in it. */
async function toFile(db: Till['db'], filter: OrderFilter, path: string, io: Io): Promise<number> {
  const part = `${path}.part`;
  try {
    const lines = await write(db, filter, createWriteStream(part, { mode: 0o600 }), io, { end: true });
    await rename(part, path);
    return lines;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function write(db: Till['db'], filter: OrderFilter, to: Writable, { signal }: Io, { end }: { end: boolean }) {
  let lines = 0;
  async function* rows() {
    yield byteOrderMark + csvLine(exportColumns);
    for await (const page of orderLinesSold(db, filter)) {
      lines += page.length;
      yield page.map((line) => csvLine(exportCells(line))).join('');
    }
  }
  await pipeline(Readable.from(rows()), to, signal ? { end, signal } : { end });
  return lines;
}
