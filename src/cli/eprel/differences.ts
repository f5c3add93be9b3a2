import { listDifferences, listWrongNumbers } from '../../shop/catalog/eprel/eprel-reports.server.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

export const eprelDifferences: Command = {
  summary: 'Lists values in which EPREL differs from the price lists.',
  usage: '[--json]',
  help: `Lists, for tires on sale, the values of the label in which EPREL differs from the price list. Pages show EPREL's values. Then lists tires whose
EPREL number belongs to another tire; pages show their values from the price list. Tell the supplier, or use \`eprel reject\`.

  --json  prints JSON

  npm run shop -- eprel differences`,
  async run(call) {
    const [differences, tiresWithWrongNumber] = await withDatabase(call.io, async ({ kysely }) => [
      await listDifferences(kysely),
      await listWrongNumbers(kysely),
    ]);
    const document = {
      differences: differences.map(({ tire_id: tire, eprel_id: number, field, list, eprel }) => ({
        tire,
        number,
        field,
        list,
        eprel,
      })),
      otherTires: tiresWithWrongNumber.map(({ tire_id: tire, eprel_id: number, says: otherTire }) => ({
        tire,
        number,
        says: otherTire,
      })),
    };
    const rows = document.differences.map(({ tire, number, field, list, eprel }) => [
      tire,
      `${number}`,
      field,
      list ?? '',
      eprel ?? '',
    ]);
    print(call, document, [
      ...table(['tire', 'number', 'value', 'list', 'EPREL'], rows, 'No differences.'),
      ...document.otherTires.map(
        ({ tire, number, says: otherTire }) => `${tire}: ${number} is the number of another tire: ${otherTire}`,
      ),
    ]);
  },
};
