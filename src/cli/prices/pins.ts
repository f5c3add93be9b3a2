import { importPins, type PinsReport } from '../../shop/catalog/prices/import-pins.server.ts';
import { requiredReason } from '../arguments.ts';
import type { Command } from '../command.ts';
import { runCsvImport } from '../csv-import.ts';
import { counted } from '../output.ts';
import { eurosOrNull, priceText } from './decide.ts';

export const pricesPins: Command = {
  summary: 'Sets the prices of many tires from a file, also for some days.',
  usage: 'FILE --reason TEXT [--below-floor] [--dry-run] [--json]',
  help: `Imports FILE, a list of prices in CSV, UTF-8, with commas or semicolons, whose first row names the columns:

  id     the id at the end of the tire's address
  price  euros for one tire, VAT included
  from   the first day, such as 2027-03-01 or 01.03.2027; empty: at once
  to     the last day; empty: until \`prices unpin\`
  who    who set the price; empty: you

Only id and price are required; a list with another column is refused. The prices begin and end at midnight in Tallinn. Bad rows are reported and left out.

  --reason TEXT  the reason, for the history
  --below-floor  sets prices even if they are below the floor of the price rules
  --dry-run      shows what would change, and changes nothing
  --json         prints the report as JSON

  npm run shop -- prices pins offers.csv --reason "spring offers" --dry-run

Exit codes: 0 imported in full, 1 refused (nothing has changed), 2 wrong arguments, 3 imported without its bad rows.`,
  async run(call) {
    const reason = requiredReason(call);
    const belowFloor = call.values['below-floor'] === true;
    return runCsvImport(
      call,
      (database, list, options) => importPins(database, list, { ...options, reason, belowFloor }),
      outcomeLines,
      toJson,
    );
  },
};

function outcomeLines({ pins, changed, moves }: PinsReport): string[] {
  return [
    ...moves.map(({ tireId, before, after }) => `${tireId}: ${priceText(before)} before, ${priceText(after)} now.`),
    `${counted(pins, 'pinned price')}; ${counted(changed, 'price')} ${changed === 1 ? 'changes' : 'change'} at once.`,
  ];
}

function toJson({ moves, ...report }: PinsReport) {
  const moveRows = moves.map(({ tireId, before, after }) => ({
    tire: tireId,
    before: eurosOrNull(before),
    after: eurosOrNull(after),
  }));
  return { ...report, moves: moveRows };
}
