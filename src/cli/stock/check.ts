import { findStockDrift } from '../../shop/checkout/settle/holds.server.ts';
import { noArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

const help = `Compares what each place calls held with what open orders keep there. They are always the same; where they are not, the
shop has a fault, and this prints where.

  --json  as JSON

Exit codes: 0 all is well, 3 something differs.

  npm run shop -- stock check`;

export const stockCheck: Command = {
  summary: 'Checks that what is held is what orders keep.',
  usage: '[--json]',
  help,
  options: { json: { type: 'boolean' } },
  async run(call) {
    noArguments(call);
    const drift = await withDatabase(call.io, ({ kysely }) => findStockDrift(kysely));
    const rows = drift.map(({ tireId, place, held, holds }) => [tireId, place, held, holds]);
    const headings = ['tire', 'place', 'held', 'kept by orders'];
    print(call, { drift }, table(headings, rows, 'What is held is what orders keep.'));
    return drift.length > 0 ? 3 : 0;
  },
};
