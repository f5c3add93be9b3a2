import { tallinnTime } from '../../shop/calendar.ts';
import { listWithdrawals } from '../../shop/checkout/withdraw/withdrawals.server.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';
import { withdrawnText } from './order-lines.ts';

export const ordersWithdrawals: Command = {
  summary: 'Lists declarations of withdrawal.',
  usage: '[--open] [--json]',
  help: `Lists declarations of withdrawal, newest first, including those whose order was not found: find the order, then use \`orders handled\`.

  --open  leaves out declarations that \`orders handled\` marked, or whose order is cancelled, expired or was refunded since the
          declaration, at least in part (failed refunds do not count)
  --json  prints JSON

  npm run shop -- orders withdrawals --open`,
  async run(call) {
    const onlyOpen = call.values.open === true;
    const withdrawals = await withDatabase(call.io, ({ kysely }) => listWithdrawals(kysely, { onlyOpen }));
    print(call, { withdrawals }, table(headings, withdrawals.map(rowOf), 'No withdrawals.'));
  },
};

const headings = ['received', 'number', 'order status', 'name', 'e-mail', 'items', 'note', 'declaration'];

function rowOf(declared: Awaited<ReturnType<typeof listWithdrawals>>[number]): string[] {
  const { id, receivedAt, number, status, name, email, items, note } = declared;
  return [tallinnTime(receivedAt), number, status ?? 'unknown', name, email, withdrawnText({ items, note }), note, id];
}
