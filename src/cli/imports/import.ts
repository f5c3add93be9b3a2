import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { importPriceList } from '../../shop/catalog/import/import-price-list.server.ts';
import { operatorPath } from '../arguments.ts';
import { type Command, type Io, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print } from '../output.ts';
import { progressBar } from '../progress.ts';
import { actorOf } from '../with-shop-context.ts';
import { reportJson, reportLines } from './import-report.ts';

export const importCommand: Command = {
  summary: 'Imports a price list, also while the shop runs.',
  usage: 'FILE [--strict] [--dry-run] [--force] [--json]',
  help: `Imports FILE, a price list in CSV, UTF-8, with commas or semicolons; - reads standard input. It replaces the lists of
the suppliers that it names; tires that no supplier lists any more go off sale. Bad rows are reported and skipped. A
tire that several suppliers list is one tire with one price. \`imports undo\` undoes the last import.

  --strict   imports nothing if a row is bad
  --dry-run  shows what would change, and changes nothing
  --force    also imports a list that drops more than a third of what a supplier listed, or nearly all stock
  --json     prints the whole report as JSON

Exit codes: 0 imported in full, 1 refused or failed (nothing has changed), 2 wrong arguments, 3 imported without its bad
rows, 130 stopped (nothing has changed).`,
  async run(call) {
    const { values, positionals, io, shopConfig } = call;
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError('name one file, or - for standard input');
    const list = await openList(file, io);
    const bar = io.isTTY ? progressBar(io.stderr, list.size) : null;
    const report = await withDatabase(io, (database) =>
      importPriceList(database, list.stream, {
        now: io.now(),
        branches: shopConfig.branches.map(({ id }) => id),
        strict: values.strict === true,
        dryRun: values['dry-run'] === true,
        force: values.force === true,
        file: file === '-' ? 'standard input' : basename(file),
        actor: actorOf(io),
        onProgress: bar?.show,
      }),
    ).finally(() => bar?.clear());
    print(call, reportJson(report), reportLines(report));
    if (report.refusal) return 1;
    return report.failed > 0 ? 3 : 0;
  },
};

/** Opens FILE, or stdin for `-`. `size`: bytes, null when unknown. */
async function openList(file: string, io: Io): Promise<{ stream: Readable; size: number | null }> {
  if (file === '-') return { stream: abortable(io.stdin, io), size: null };
  const handle = await open(operatorPath(io, file));
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new Error(`${file} is a folder`);
  }
  return { stream: abortable(handle.createReadStream(), io), size: stats.isFile() ? stats.size : null };
}

function abortable(stream: Readable, { signal }: Io): Readable {
  // Without a listener, an abort before the first read would be an unhandled error. The reader still gets the error.
  stream.on('error', () => {});
  return signal ? addAbortSignal(signal, stream) : stream;
}
