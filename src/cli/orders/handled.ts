import { z } from 'zod';
import { markHandled } from '../../shop/checkout/withdraw/withdrawals.server.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print } from '../output.ts';
import { changeStampOf } from '../with-shop-context.ts';

export const ordersHandled: Command = {
  summary: 'Marks a declaration of withdrawal as handled.',
  usage: 'DECLARATION [--json]',
  help: `Marks a declaration of withdrawal as handled, such as when the order number in it was wrong and staff found
the order, or when the tires came back and the refund is under way. The declaration is then no longer listed as open.

  --json  prints the result as JSON

  npm run shop -- orders handled 2f0c1a52-7c51-4a63-9b0d-51a4ab1a9f0e`,
  async run(call) {
    const { io } = call;
    const id = onlyArgument(call, 'declaration');
    if (!z.uuid().safeParse(id).success) throw new UsageError(`${id} is not the id of a declaration`);
    const handled = await withDatabase(io, ({ kysely }) => markHandled(kysely, id, changeStampOf(io)));
    if (!handled) throw new NotDone('unknown-withdrawal', `there is no open declaration ${id}`);
    print(call, { ok: true, id }, [`Declaration ${id} is handled.`]);
  },
};
