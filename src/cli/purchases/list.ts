import { tallinnTime } from '../../shop/calendar.ts';
import { type ListedPurchase, listPurchases } from '../../shop/purchasing/list-purchases.server.ts';
import { listUnconfirmedRestores } from '../../shop/restored/unconfirmed-restores.server.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

export const purchasesList: Command = {
  summary: 'Lists purchases from suppliers, newest first.',
  usage: '[--open] [--json]',
  help: `Lists purchases from suppliers, newest first, with the numbers of tires ordered, unanswered,
refused and received. States: draft (tires of new orders are still added), sending, sent,
unclear (it is not known whether the supplier got it), closed (no tire of it can arrive any more).

  --open  lists only purchases of which tires may still arrive
  --json  prints JSON

  npm run shop -- purchases list --open`,
  async run(call) {
    const { purchases, restores } = await withDatabase(call.io, async ({ kysely }) => ({
      purchases: await listPurchases(kysely, { open: call.values.open === true }),
      restores: await listUnconfirmedRestores(kysely),
    }));
    print(call, { purchases }, [
      ...table(headings, purchases.map(rowOf), 'No purchases.'),
      ...(restores.length > 0
        ? [
            'The database was restored: until `findings confirm`, no purchase is sent automatically; `purchases send` sends one.',
          ]
        : []),
    ]);
  },
};

const headings = [
  'number',
  'supplier',
  'branch',
  'state',
  'sent',
  'ordered',
  'unanswered',
  'refused',
  'received',
  'expected',
];

function rowOf(purchase: ListedPurchase): (string | number)[] {
  const { number, supplier, branch, state, sentAt, ordered, unanswered, refused, received, expectedOn } = purchase;
  const sent = sentAt ? tallinnTime(sentAt) : '';
  return [number, supplier, branch, state, sent, ordered, unanswered, refused, received, expectedOn ?? ''];
}
