import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { documentsCsv, paymentsCsv } from '../../shop/books/accounts/export-books.server.ts';
import { operatorPath, textOption } from '../arguments.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print } from '../output.ts';
import { writeWholeFile } from '../whole-file.ts';
import { monthFilterOf } from './month-option.ts';

export const booksExport: Command = {
  summary: 'Writes the documents and payments of a month as CSV.',
  usage: 'MONTH [--branch BRANCH] [--out FOLDER] [--json]',
  help: `Writes two files for an accounting program or a spreadsheet: documents-MONTH.csv, one row for each line of the invoices and credit
notes that were issued in the month, and payments-MONTH.csv, one row for each payment, refund, payout and fee, sorted by day. UTF-8 with a byte order mark, semicolons, decimal points, ISO
dates. Amounts of credit notes are negative. docs/books/books.md describes the columns.

  --branch BRANCH  exports only this branch
  --out FOLDER     writes into this folder, by default the current one, and replaces files of the same name
  --json           prints JSON

  npm run shop -- books export 2026-11 --out books`,
  async run(call) {
    const filter = monthFilterOf(call);
    const { io } = call;
    const folder = textOption(call, 'out') ?? '.';
    const name = [filter.month.slice(0, 7), filter.branch].filter(Boolean).join('-');
    const contents = await withDatabase(io, async ({ kysely }) => ({
      [`documents-${name}.csv`]: await documentsCsv(kysely, filter),
      [`payments-${name}.csv`]: await paymentsCsv(kysely, filter),
    }));
    const target = operatorPath(io, folder);
    await mkdir(target, { recursive: true });
    for (const [file, content] of Object.entries(contents)) await writeWholeFile(join(target, file), content);
    const files = Object.keys(contents);
    print(call, { folder, files }, [`${files.join(' and ')} written to ${folder}.`]);
  },
};
