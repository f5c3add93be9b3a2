import type { Day } from '../../../shop/calendar.ts';
import type { Supplier } from '../../../shop/catalog/supplier/declaration.ts';
import { listTransfers } from '../../../shop/checkout/handover/list-transfers.server.ts';
import type { ShopContext } from '../../../shop/checkout/shop-context.server.ts';
import { fittingsOfDay, ordersOfDay } from '../../../shop/desk/day-list.server.ts';
import { readPurchaseDetails } from '../../../shop/purchasing/list-purchases.server.ts';
import { orderTermsOf } from '../../../shop/purchasing/order-terms.ts';
import { outstandingOf } from '../../../shop/purchasing/quantities.ts';
import { readOrderedTires, referenceOf } from '../../../shop/purchasing/send-purchase.server.ts';
import { tallinnDate } from '../../../shop/tallinn-date.ts';
import type { DayList } from '../day-list.ts';
import type { PurchaseList } from '../purchase-list.ts';
import type { TransferNote } from '../transfer-note.ts';
import { branchName } from './branch-name.ts';

type Shop = Pick<ShopContext, 'db' | 'shopConfig' | 'now'>;

/** Leaves out tires that are refused or cancelled. */
export async function readPurchaseList(
  { db, shopConfig }: Shop,
  number: string,
  suppliers: readonly Supplier[],
): Promise<PurchaseList | null> {
  const purchase = await readPurchaseDetails(db, number);
  if (!purchase) return null;
  const orderedTires = await readOrderedTires(db, purchase.id);
  const tiresByLine = new Map(orderedTires.map(({ lineId, ...tire }) => [lineId, tire]));
  // `sent_at` alone does not tell, because it is set when sending begins.
  const isSent = purchase.state === 'sent' || purchase.state === 'closed';
  return {
    number: referenceOf(purchase),
    supplier: orderTermsOf(purchase.supplier, suppliers).name,
    branch: branchName(purchase.branch, shopConfig),
    sentOn: isSent && purchase.sent_at ? tallinnDate(purchase.sent_at) : null,
    lines: purchase.lines.flatMap(({ id, orders, ...line }) => {
      const tire = tiresByLine.get(id);
      if (!tire || tire.count === 0) return [];
      return {
        sku: tire.supplierSku,
        ean: tire.ean,
        title: tire.title,
        size: tire.size,
        ordered: tire.count,
        confirmed: line.confirmed,
        outstanding: outstandingOf(line),
        expectedOn: line.expected_on,
        orders: orders
          .map((order) => ({ number: order.number, count: order.count - order.received }))
          .filter(({ count }) => count > 0),
      };
    }),
  };
}

/** Returns the tires that have not arrived: those that are sent, and those that are still to be sent. */
export async function readTransferNote(
  { db, shopConfig, now }: Shop,
  { from, to }: { from: string; to: string },
): Promise<TransferNote> {
  const openTransfers = await listTransfers(db, { shopConfig, now: now(), from, to });
  return {
    from: branchName(from, shopConfig),
    to: branchName(to, shopConfig),
    lines: openTransfers.map(({ number, title, size, count, sentAt, promisedOn }) => ({
      number,
      title,
      size,
      count,
      promisedOn,
      sentOn: sentAt ? tallinnDate(sentAt) : null,
    })),
  };
}

export async function readDayList({ db, shopConfig }: Shop, branch: string, day: Day): Promise<DayList> {
  const [orders, fittings] = await Promise.all([ordersOfDay(db, { branch, day }), fittingsOfDay(db, { branch, day })]);
  const fittingByOrder = new Map(fittings.map(({ orderId, time, bay, storage }) => [orderId, { time, bay, storage }]));
  return {
    branch: branchName(branch, shopConfig),
    day,
    orders: orders.map((order) => ({
      ...order.pieces,
      number: order.number,
      name: order.name,
      phone: order.phone,
      plate: order.plate,
      isReady: order.status === 'ready',
      promisedOn: order.promisedOn,
      fulfilment: order.fulfilment,
      lines: order.lines,
      owedCents: order.owedCents,
      isBlocked: order.isBlocked,
      shelves: order.shelves,
      fitting: fittingByOrder.get(order.id) ?? null,
    })),
    bookings: fittings
      .filter(({ orderId }) => orderId === null)
      .map(({ time, bay, storage, name, phone, plate, vehicle, wheels, rim, price_cents: priceCents }) => ({
        plate,
        vehicle,
        wheels,
        rim,
        priceCents,
        name: name ?? '',
        phone: phone ?? '',
        fitting: { time, bay, storage },
      })),
  };
}
