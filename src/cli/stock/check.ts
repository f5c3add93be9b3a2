import { findStockDrift } from '../../shop/checkout/settle/holds.server.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

export const stockCheck: Command = {
  summary: 'Compares the stock with orders and purchases.',
  usage: '[--json]',
  help: `Checks the stored counts of each place. The tires that are held or sold must match the orders; those that
are owed (ordered from a supplier whose price list still counts them) must match the purchases. Tires that are set apart must match the recorded changes. A difference is a fault of this software.

  --json  prints JSON

Exit codes: 0 no differences, 3 differences found.

  npm run shop -- stock check`,
  async run(call) {
    const drift = await withDatabase(call.io, ({ kysely }) => findStockDrift(kysely));
    const rows = drift.map(({ tireId, place, count, counted, expected }) => [tireId, place, count, counted, expected]);
    const headings = ['tire', 'place', 'count', 'stored', 'should be'];
    print(call, { drift }, table(headings, rows, 'No differences.'));
    return drift.length > 0 ? 3 : 0;
  },
};
