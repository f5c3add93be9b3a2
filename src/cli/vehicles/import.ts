import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { importVehicles, type VehicleReport } from '../../shop/catalog/vehicles/import-vehicles.server.ts';
import { type Command, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { counted, print } from '../output.ts';

const help = `Imports FILE, a list of cars and their tire sizes in CSV, UTF-8, with commas or semicolons. It replaces the earlier list; bad rows are
named and left out. With a list, the shop offers to choose tires by car at /vehicle. Columns: make, model, generation, from, to,
engine, kw, front_size, front_load, front_speed, rear_size, rear_load, rear_speed, oem, winter, note.

  --dry-run  shows what would change, and changes nothing
  --json     prints the report as JSON

  npm run shop -- vehicles import cars.csv --dry-run

Exit codes: 0 imported in full, 1 refused (nothing has changed), 2 wrong arguments, 3 imported without its bad rows.`;

export const vehiclesImport: Command = {
  summary: 'Imports a list of cars and their tire sizes, also while the shop runs.',
  usage: 'FILE [--dry-run] [--json]',
  help,
  options: { 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } },
  async run(call) {
    const { values, positionals, io } = call;
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError('name one file');
    const path = resolve(io.env.INIT_CWD ?? '.', file);
    if (statSync(path).isDirectory()) throw new Error(`${file} is a folder`);
    const dryRun = values['dry-run'] === true;
    const report = await withDatabase(io, (database) => importVehicles(database, createReadStream(path), { dryRun }));
    print(call, { ...report, dryRun }, linesOf(report, dryRun));
    if (report.refusal !== null) return 1;
    return report.bad > 0 ? 3 : 0;
  },
};

function linesOf({ refusal, rows, makes, before, bad, badRows }: VehicleReport, dryRun: boolean): string[] {
  const badLines = badRows.map(({ line, column, problem }) => `line ${line}: ${column} ${problem}`);
  const moreLines = bad > badRows.length ? [`and ${counted(bad - badRows.length, 'further bad row')}`] : [];
  const outcome =
    refusal === null
      ? `${counted(rows, 'row')} of ${counted(makes, 'make')}; the earlier list had ${counted(before, 'row')}.`
      : `Refused: ${refusal}. Nothing has changed.`;
  const isTried = dryRun && refusal === null;
  return [...badLines, ...moreLines, outcome, ...(isTried ? ['Dry run: nothing has changed.'] : [])];
}
