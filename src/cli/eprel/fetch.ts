import { requestRefetch } from '../../shop/catalog/eprel/eprel-reports.server.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print } from '../output.ts';
import { parseEprelNumber } from './decide.ts';

export const eprelFetch: Command = {
  summary: 'Has the shop ask EPREL again for a registration.',
  usage: 'NUMBER [--json]',
  help: `Has the running shop ask EPREL again for one registration, with its label and sheets. The shop asks within minutes, unless EPREL refuses to
answer: see \`eprel list\`.

  --json  prints the result as JSON

  npm run shop -- eprel fetch 381667

Exit codes: 0 EPREL will be asked, 1 no tire has this registration, 2 wrong arguments.`,
  async run(call) {
    const number = parseEprelNumber(onlyArgument(call, 'number'));
    const isKnown = await withDatabase(call.io, ({ kysely }) => requestRefetch(kysely, number));
    if (!isKnown)
      throw new NotDone('unknown', `no tire has the registration ${number}, or the shop has not asked for it yet`);
    print(call, { ok: true }, [`The shop asks for ${number} again.`]);
  },
};
