import { importVehicles } from '../../shop/catalog/vehicles/import-vehicles.server.ts';
import type { Command } from '../command.ts';
import { runCsvImport } from '../csv-import.ts';
import { counted } from '../output.ts';

export const vehiclesImport: Command = {
  summary: 'Imports a list of cars and their tire sizes, also while the shop runs.',
  usage: 'FILE [--dry-run] [--json]',
  help: `Imports FILE, a list of cars and their tire sizes in CSV, UTF-8, with commas or semicolons. It replaces the earlier list; bad rows are
reported and left out. With a list, the shop offers to choose tires by car at /vehicle. Columns: make, model, generation, from, to,
engine, kw, front_size, front_load, front_speed, rear_size, rear_load, rear_speed, oem, winter, note.

  --dry-run  shows what would change, and changes nothing
  --json     prints the report as JSON

  npm run shop -- vehicles import cars.csv --dry-run

Exit codes: 0 imported in full, 1 refused (nothing has changed), 2 wrong arguments, 3 imported without its bad rows.`,
  run: (call) =>
    runCsvImport(call, importVehicles, ({ rows, makes, before }) => [
      `${counted(rows, 'row')} of ${counted(makes, 'make')}; the earlier list had ${counted(before, 'row')}.`,
    ]),
};
