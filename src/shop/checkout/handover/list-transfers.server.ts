import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { addWorkingDays, endOfDay, hoursOf } from '../../calendar.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { tallinnDate } from '../../tallinn-date.ts';

export type OpenTransfer = Awaited<ReturnType<typeof listTransfers>>[number];

type TransferFilter = {
  shopConfig: ShopConfig;
  now: Date;
  from?: string | undefined;
  to?: string | undefined;
  number?: string;
};

/** Returns requested and sent transfers. `late`: not sent by the end of the working day after the request, or not arrived by the end of the working day after it was sent. */
export async function listTransfers(db: Kysely<Tables>, { shopConfig, now, from, to, number }: TransferFilter) {
  const transfers = await db
    .selectFrom('transfers')
    .innerJoin('orders', 'orders.id', 'transfers.order_id')
    .innerJoin('order_lines', (join) =>
      join
        .onRef('order_lines.order_id', '=', 'transfers.order_id')
        .onRef('order_lines.position', '=', 'transfers.position'),
    )
    .select(['transfers.id', 'orders.number', 'transfers.tire_id as tireId', 'title', 'size', 'transfers.count'])
    .select(['from_branch as from', 'to_branch as to', 'transfers.state', 'orders.promised_on as promisedOn'])
    .select(['requested_at as requestedAt', 'sent_at as sentAt'])
    .where('transfers.state', 'in', ['requested', 'sent'])
    .$if(from !== undefined, (rows) => rows.where('from_branch', '=', from ?? ''))
    .$if(to !== undefined, (rows) => rows.where('to_branch', '=', to ?? ''))
    .$if(number !== undefined, (rows) => rows.where('orders.number', '=', number ?? ''))
    .orderBy('transfers.id')
    .execute();
  return transfers.map((transfer) => {
    const hours = hoursOf(shopConfig, transfer.sentAt ? transfer.to : transfer.from);
    const dueDay = addWorkingDays(tallinnDate(transfer.sentAt ?? transfer.requestedAt), 1, hours);
    return { ...transfer, late: endOfDay(dueDay) < now };
  });
}
