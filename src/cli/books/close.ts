import { closeMonth } from '../../shop/books/accounts/close-month.server.ts';
import type { Command } from '../command.ts';
import { NotDone } from '../command.ts';
import { confirm } from '../confirm.ts';
import { withDatabase } from '../database/database.ts';
import { print } from '../output.ts';
import { changeStampOf } from '../with-shop-context.ts';
import { monthArgument } from './month-option.ts';

export const booksClose: Command = {
  summary: 'Closes a month and all before it to further entries.',
  usage: 'MONTH [--yes] [--json]',
  help: `Closes a month and all months before it. From then on no entry is dated into that month: a late entry, such as a transfer of the 30th
whose statement is imported on the 5th, is booked in the next month, and \`books report\` and \`books export\` mark it. Check the
month with \`books report\` first: a closed month stays closed.

  --yes, -y  does not ask
  --json     prints JSON

  npm run shop -- books close 2026-11`,
  async run(call) {
    const firstDay = monthArgument(call);
    const month = firstDay.slice(0, 7);
    await confirm(call, `Close ${month} and all months before it`);
    const { io } = call;
    const result = await withDatabase(io, ({ kysely }) => closeMonth(kysely, firstDay, changeStampOf(io)));
    const refusals = {
      'not-over': 'the month has not ended',
      closed: `${month} or a later month is already closed`,
    };
    if (!result.ok) throw new NotDone(result.reason, refusals[result.reason]);
    print(call, { month, closed: true }, [`${month} is closed.`]);
  },
};
