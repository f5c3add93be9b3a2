import { listOpenMatches } from '../../shop/catalog/eprel/choose-registration.server.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

export const eprelPending: Command = {
  summary: 'Lists registrations that were found, for a person to confirm or reject.',
  usage: '[--json]',
  help: `Lists registrations in EPREL that were found for tires whose price list has no EPREL number. Pages show none of them before you confirm it.

proposed: the only registration with the same manufacturer, model, size, indices, XL and tire class, and with the same label values.
pending:  there are several, or the label values differ: compare them with the tire.

  --json  prints JSON

  npm run shop -- eprel pending`,
  async run(call) {
    const matches = await withDatabase(call.io, ({ kysely }) => listOpenMatches(kysely));
    const rows = matches.map(({ tire_id, eprel_id, state, says }) => [state, tire_id, `${eprel_id}`, says]);
    const registrations = matches.map(({ tire_id: tire, eprel_id: number, state, says }) => ({
      tire,
      number,
      state,
      says,
    }));
    print(
      call,
      { registrations },
      table(['state', 'tire', 'number', 'registration'], rows, 'No registrations to confirm or reject.'),
    );
  },
};
