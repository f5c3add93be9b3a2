import { openMatches } from '../../shop/catalog/eprel/choose-registration.server.ts';
import { noArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

const help = `Lists registrations in EPREL that were found for tires whose price list has no EPREL number. None is shown before it is confirmed.

proposed: the only registration with the same manufacturer, model, size, indices, XL and tire class, and with the same label values.
pending:  there are several, or the label values differ: compare them with the tire.

  --json  prints JSON

  npm run shop -- eprel pending`;

export const eprelPending: Command = {
  summary: 'Lists registrations that were found, and wait for a person.',
  usage: '[--json]',
  help,
  options: { json: { type: 'boolean' } },
  async run(call) {
    noArguments(call);
    const matches = await withDatabase(call.io, ({ kysely }) => openMatches(kysely));
    const rows = matches.map(({ tire_id, eprel_id, state, says }) => [state, tire_id, `${eprel_id}`, says]);
    const document = matches.map(({ tire_id: tire, eprel_id: number, state, says }) => ({ tire, number, state, says }));
    print(call, { registrations: document }, table(['state', 'tire', 'EPREL', 'EPREL says'], rows, 'Nothing waits.'));
    return 0;
  },
};
