import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeInFull } from '../../database/durable-files.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { csvForSpreadsheets } from '../../shop/csv-for-spreadsheets.ts';
import { exportedRows } from '../../shop/order/find/export-orders.server.ts';
import type { OrderFilter } from '../../shop/order/find/list-orders.server.ts';
import { operatorPath, periodOf, textOption } from '../arguments.ts';
import type { Command, Io } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { printLines } from '../output.ts';

export const ordersExport: Command = {
  summary: 'Writes orders as CSV for a spreadsheet, one row per order line.',
  usage: '[--since DATE] [--until DATE] [--out FILE]',
  help: `Writes every line of every order as CSV, oldest order first, for spreadsheets in Estonia: UTF-8 with a byte order mark,
semicolons, decimal commas. A cell that a spreadsheet would read as a formula begins with an apostrophe, including
phone numbers with a +.

  --since DATE  exports only orders placed on that day or later, in Tallinn; --until DATE: on that day or earlier
  --out FILE    writes a file that only you can read, in full or not at all; without it, writes to standard output

  npm run shop -- orders export --since 2026-11-01 --until 2026-11-30 --out november.csv`,
  async run(call) {
    const { io } = call;
    const filter = periodOf(call);
    const file = textOption(call, 'out');
    await withDatabase(io, async ({ kysely }) => {
      if (file === undefined) return writeToStdout(kysely, filter, io);
      const lines = await writeToFile(kysely, filter, operatorPath(io, file), io);
      printLines(io, [`${lines} ${lines === 1 ? 'line' : 'lines'} written to ${file}.`]);
    });
  },
};

async function writeToStdout(db: ShopContext['db'], filter: OrderFilter, io: Io): Promise<void> {
  try {
    await writeCsv(db, filter, io.stdout, io, { end: false });
  } catch (error) {
    const hasReaderEnded = (error as NodeJS.ErrnoException).code === 'EPIPE';
    if (!hasReaderEnded) throw error;
  }
}

function writeToFile(db: ShopContext['db'], filter: OrderFilter, path: string, io: Io): Promise<number> {
  return writeInFull(path, (partFile) =>
    writeCsv(db, filter, createWriteStream(partFile, { mode: 0o600 }), io, { end: true }),
  );
}

async function writeCsv(
  db: ShopContext['db'],
  filter: OrderFilter,
  to: Writable,
  { signal }: Io,
  { end }: { end: boolean },
) {
  let lines = 0;
  const countLine = () => {
    lines += 1;
  };
  const rows = exportedRows(db, filter, countLine);
  await pipeline(Readable.from(rows), csvForSpreadsheets(), to, signal ? { end, signal } : { end });
  return lines;
}
