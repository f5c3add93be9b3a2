import { backfillDocuments } from '../../shop/books/documents/backfill.server.ts';
import { startOfDay, tallinnTime } from '../../shop/calendar.ts';
import { dayOption } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { counted, print, table } from '../output.ts';
import { actorOf } from '../with-shop-context.ts';

export const documentsBackfill: Command = {
  summary: 'Issues documents for orders from before the shop issued any.',
  usage: '--from DAY [--dry-run] [--json]',
  help: `Issues invoices and receipts for orders that were placed before the shop issued documents, sorted by the day on which the order
was paid or handed over. That day is their day of supply; today is their day of issue. Ask the accountant first, and see the list with
--dry-run: issued documents cannot be withdrawn.

  --from DAY  issues documents only for orders that were placed on this day or later
  --dry-run   lists these orders and issues nothing
  --json      prints JSON

  npm run shop -- documents backfill --from 2026-11-01 --dry-run`,
  async run(call) {
    const day = dayOption(call, 'from');
    if (!day) throw new UsageError('--from DAY is missing');
    const { io, shopConfig, values } = call;
    const options = { from: startOfDay(day), dryRun: values['dry-run'] === true, actor: actorOf(io) };
    const orders = await withDatabase(io, ({ kysely: db }) =>
      backfillDocuments({ db, shopConfig, now: io.now }, options),
    );
    const rows = orders.map(({ number, since: suppliedAt, issued }) => [number, tallinnTime(suppliedAt), issued]);
    const issued = orders.reduce((sum, order) => sum + order.issued, 0);
    const total = `${counted(issued, 'document')} ${options.dryRun ? 'would be issued' : 'issued'}.`;
    print(call, { orders, issued, dryRun: options.dryRun }, [
      ...table(['order', 'supplied', 'documents'], rows, 'No orders.'),
      total,
    ]);
  },
};
