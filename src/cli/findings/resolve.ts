import { resolveFinding } from '../../shop/checkout/settle/reconcile.server.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print } from '../output.ts';

export const findingsResolve: Command = {
  summary: 'Marks a finding as resolved.',
  usage: 'ID [--json]',
  help: `Marks a finding as resolved. If the difference still exists the next night, it is found again.

  --json  prints the result as JSON

  npm run shop -- findings resolve 17`,
  async run(call) {
    const { io } = call;
    const id = onlyArgument(call, 'finding');
    if (!/^\d{1,15}$/.test(id)) throw new UsageError(`${id} is not the id of a finding`);
    const at = io.now();
    const resolved = await withDatabase(io, ({ kysely }) => resolveFinding(kysely, Number(id), at));
    if (!resolved) throw new NotDone('unknown-finding', `there is no open finding ${id}`);
    print(call, { ok: true, id: Number(id) }, [`Finding ${id} is resolved.`]);
  },
};
