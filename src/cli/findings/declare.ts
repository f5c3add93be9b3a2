import { onOneConnection } from '../../database/connect.server.ts';
import { inClientTransaction } from '../../database/transaction.server.ts';
import { tallinnTime } from '../../shop/calendar.ts';
import { recordRestore } from '../../shop/restored/record-restore.server.ts';
import { textOption } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { confirm } from '../confirm.ts';
import { withDatabase } from '../database/database.ts';
import { parseTallinnTime } from '../database/restore-from-archive.ts';
import { print } from '../output.ts';
import { effectLines } from './lost-changes.ts';

export const findingsDeclare: Command = {
  summary: 'Declares that the database lost its latest changes, such as in a failover.',
  usage: '--until TIME [--yes] [--json]',
  help: `Declares that the database lost its latest changes otherwise than by \`restore\`: a standby that had not received them was promoted, or
somebody restored the database with PostgreSQL's own tools. The shop cannot see that by itself. After the declaration the
shop does the same as after \`restore\`: it marks draft purchases as unclear, because they may have been sent, skips document
numbers, and sends no purchase automatically until you run \`findings confirm\`.

  --until TIME  the time of the last change that was not lost; if you are not sure, an earlier time. Tallinn's time,
                "2026-11-23 14:05" or "2026-11-23 14:05:30"
  --yes         does not ask; required without a terminal
  --json        prints the result as JSON

  npm run shop -- findings declare --until "2026-11-23 14:05"`,
  async run(call) {
    const text = textOption(call, 'until');
    if (text === undefined) throw new UsageError('give --until, the time of the last change that was not lost');
    const until = parseTallinnTime(text, 'until');
    const at = call.io.now();
    if (until > at) throw new UsageError(`--until ${text} is in the future`);
    await confirm(call, `Declare that changes after ${tallinnTime(until)} may be lost`);
    const effects = await withDatabase(call.io, ({ pool }) =>
      onOneConnection(pool, (_, client) =>
        inClientTransaction(client, () => recordRestore(client, { at, until, source: 'failover' })),
      ),
    );
    const { unclearPurchases, skipped } = effects;
    print(call, { ok: true, until, unclearPurchases, skipped }, effectLines(effects));
  },
};
