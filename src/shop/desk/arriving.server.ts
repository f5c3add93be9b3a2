import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { addWorkingDays, endOfDay, hoursOf, startOfDay } from '../calendar.ts';
import { fullSizeOfRow, type SizeRow } from '../catalog/tire/size-of-row.server.ts';
import { listTransfers, type OpenTransfer } from '../checkout/handover/list-transfers.server.ts';
import type { ShopContext } from '../checkout/shop-context.server.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import { tallinnDate } from '../tallinn-date.ts';
import type { Arriving, StoredSet } from './arriving.ts';
import { type ArrivingPieces, arrivingDays, assignPieces, type PurchasedLine } from './arriving-days.ts';

const workingDaysInTransit = 1;

export async function arrivingOf(
  { db, shopConfig, now }: Pick<ShopContext, 'db' | 'shopConfig' | 'now'>,
  branch: string,
): Promise<Arriving> {
  const hours = hoursOf(shopConfig, branch);
  const [purchased, transfers, fromStorage] = await Promise.all([
    outstandingPieces(db, branch),
    listTransfers(db, { shopConfig, now: now(), to: branch }),
    storedSets(db, branch, now(), hours),
  ]);
  const eans = await eansOf(db, transfers);
  const transferred = transfers.map((transfer): ArrivingPieces => {
    const { id, from, state, count, number, sentAt, requestedAt, tireId, title, size } = transfer;
    return {
      source: { kind: 'transfer', branch: from, state: state === 'sent' ? 'sent' : 'requested' },
      day: addWorkingDays(tallinnDate(sentAt ?? requestedAt), workingDaysInTransit, hours),
      tire: { tireId, sku: null, ean: eans.get(tireId) ?? null, title, size },
      count,
      orderNumber: number,
      transferId: id,
    };
  });
  const today = tallinnDate(now());
  return { branch, today, days: arrivingDays([...purchased, ...transferred], today), fromStorage };
}

/** Returns the buyers' stored sets that appointments of today and the next working day need. */
async function storedSets(
  db: Kysely<Tables>,
  branch: string,
  now: Date,
  hours: ShopConfig['hours'],
): Promise<StoredSet[]> {
  const today = tallinnDate(now);
  const nextWorkingDay = addWorkingDays(today, 1, hours);
  const rows = await db
    .selectFrom('fitting_bookings as booking')
    .leftJoin('orders', 'orders.id', 'booking.order_id')
    .select(['booking.id', 'booking.starts_at', 'booking.bay', 'orders.number'])
    .select(({ fn, ref, val }) => [
      fn.coalesce(ref('orders.name'), ref('booking.name'), val('')).as('name'),
      fn.coalesce(ref('orders.plate'), ref('booking.plate'), val('')).as('plate'),
    ])
    .where('booking.branch', '=', branch)
    .where('booking.storage', '=', true)
    .where('booking.state', '=', 'booked')
    .where('booking.starts_at', '>=', startOfDay(today))
    .where('booking.starts_at', '<=', endOfDay(nextWorkingDay))
    .orderBy('booking.starts_at')
    .orderBy('booking.bay')
    .execute();
  return rows.map(({ starts_at, ...row }) => ({ ...row, at: starts_at.toISOString() }));
}

async function eansOf(db: Kysely<Tables>, transfers: readonly OpenTransfer[]): Promise<Map<string, string | null>> {
  if (transfers.length === 0) return new Map();
  const ids = transfers.map(({ tireId }) => tireId);
  const tires = await db.selectFrom('tires').select(['id', 'ean']).where('id', 'in', ids).execute();
  return new Map(tires.map(({ id, ean }) => [id, ean]));
}

type PurchasedLineRow = SizeRow &
  PurchasedLine & {
    purchase: string;
    supplier: string;
    state: 'sending' | 'sent' | 'unclear';
    tireId: string;
    sku: string;
    ean: string | null;
    title: string;
  };

export async function outstandingPieces(db: Kysely<Tables>, branch: string): Promise<ArrivingPieces[]> {
  const { rows } = await sql<PurchasedLineRow>`
    select purchase.number as purchase, purchase.supplier, purchase.state, line.tire_id as "tireId",
      line.supplier_sku as sku, coalesce(line.ean, tire.ean) as ean, line.expected_on as "expectedOn", line.backordered,
      line.ordered - line.refused - line.cancelled - line.received as outstanding,
      manufacturer.label || ' ' || tire.model as title, tire.tread_width, tire.profile, tire.diameter, tire.construction,
      tire.load_index, tire.speed_index, tire.marks, coalesce(waiting.orders, '[]') as orders
    from purchases as purchase
    join purchase_lines as line on line.purchase_id = purchase.id
    join tires as tire on tire.id = line.tire_id
    join manufacturers as manufacturer on manufacturer.id = tire.manufacturer_id
    cross join lateral (
      select json_agg(json_build_object('number', orders.number, 'count', for_order.count - for_order.received,
        'expectedOn', for_order.expected_on, 'promisedOn', orders.promised_on)
        order by for_order.order_id, for_order.position) as orders
      from purchase_for as for_order join orders on orders.id = for_order.order_id
      where for_order.line_id = line.id and for_order.received < for_order.count
    ) as waiting
    where purchase.branch = ${branch} and purchase.state in ('sending', 'sent', 'unclear')
      and line.ordered - line.refused - line.cancelled - line.received > 0
    order by purchase.id, line.id`.execute(db);
  return rows.flatMap(({ purchase, supplier, state, tireId, sku, ean, title, ...line }) => {
    const source = { kind: 'purchase', purchase, supplier, state } as const;
    const tire = { tireId, sku, ean, title, size: fullSizeOfRow(line) };
    return assignPieces(line).map((pieces) => ({ ...pieces, source, tire, transferId: null }));
  });
}
