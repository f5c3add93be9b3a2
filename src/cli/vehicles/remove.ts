import { removeVehicles } from '../../shop/catalog/vehicles/import-vehicles.server.ts';
import { type Command, NotDone } from '../command.ts';
import { confirm, yesAndJsonHelp } from '../confirm.ts';
import { withDatabase } from '../database/database.ts';
import { counted, print } from '../output.ts';

export const vehiclesRemove: Command = {
  summary: 'Removes the list of cars, and with it the search by car.',
  usage: '[--yes] [--json]',
  help: `Removes the list of cars. The shop no longer offers to choose tires by car: /vehicle answers 404, and no page links to it.

${yesAndJsonHelp}

  npm run shop -- vehicles remove

Exit codes: 0 removed, 1 there is no list, 2 wrong arguments.`,
  async run(call) {
    await confirm(call, 'Remove the list of cars');
    const removed = await withDatabase(call.io, removeVehicles);
    if (removed === 0) throw new NotDone('unknown', 'there is no list of cars');
    print(call, { ok: true, removed }, [`Removed: ${counted(removed, 'row')}.`]);
  },
};
