import { importCompetitorPrices } from '../../shop/catalog/prices/import-competitors.server.ts';
import type { Command } from '../command.ts';
import { runCsvImport } from '../csv-import.ts';
import { counted } from '../output.ts';

export const pricesCompetitors: Command = {
  summary: 'Imports competitors’ prices, for the ceilings of the price rules.',
  usage: 'FILE [--dry-run] [--json]',
  help: `Imports competitors' prices from FILE (CSV, UTF-8, with commas or semicolons). Ceilings with \`to: 'competitor'\` in the price rules use them;
visitors never see them. Columns: ean, price (euros for one tire, VAT included), date (the day on which it was seen, such as 2027-03-01
or 01.03.2027), source. For each EAN and source, the shop keeps the newest price. Bad rows are reported and left out.

  --dry-run  shows what would change, and changes nothing
  --json     prints the report as JSON

  npm run shop -- prices competitors rivals.csv --dry-run

Exit codes: 0 imported in full, 1 refused (nothing has changed), 2 wrong arguments, 3 imported without its bad rows.`,
  run: (call) =>
    runCsvImport(call, importCompetitorPrices, ({ prices, tires, changed }) => [
      `${counted(prices, 'competitor price')}, for ${counted(tires, 'tire')} on sale; ${changed.toLocaleString('en')} of the shop's own prices changed.`,
    ]),
};
