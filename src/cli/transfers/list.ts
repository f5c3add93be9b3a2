import { tallinnTime } from '../../shop/calendar.ts';
import { listTransfers } from '../../shop/checkout/handover/list-transfers.server.ts';
import { branchOption } from '../arguments.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

export const transfersList: Command = {
  summary: 'Lists transfers between branches that have not arrived.',
  usage: '[--from BRANCH] [--to BRANCH] [--json]',
  help: `Lists the tires that one branch is to send to another for orders, oldest first. A requested transfer is late when a working
day has passed since the request; a sent one when a working day has passed since it was sent.

  --from BRANCH  lists only tires that this branch must send
  --to BRANCH    lists only tires that this branch will get
  --json         prints JSON

  npm run shop -- transfers list --from annelinn`,
  async run(call) {
    const { io, shopConfig } = call;
    const from = branchOption(call, 'from');
    const to = branchOption(call, 'to');
    const transfers = await withDatabase(io, ({ kysely }) =>
      listTransfers(kysely, { shopConfig, now: io.now(), from, to }),
    );
    const headings = ['id', 'from', 'to', 'tires', 'state', 'since', 'promised', 'order', ''];
    const rows = transfers.map((transfer) => [
      String(transfer.id),
      transfer.from,
      transfer.to,
      `${transfer.count} × ${transfer.title} ${transfer.size}`,
      transfer.state,
      tallinnTime(transfer.sentAt ?? transfer.requestedAt),
      transfer.promisedOn,
      transfer.number,
      transfer.late ? 'LATE' : '',
    ]);
    print(call, { transfers }, table(headings, rows, 'No transfers.'));
  },
};
