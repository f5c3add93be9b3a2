import { tallinnTimeOfDay } from '../../../shop/calendar.ts';
import type { ShopContext } from '../../../shop/checkout/shop-context.server.ts';
import type { Booking } from '../../../shop/fitting/bookings/bookings.server.ts';
import { activeBookingStates } from '../../../shop/fitting/read-plans.server.ts';
import { orderNumberPattern } from '../../../shop/order/order-codes.server.ts';
import { type OrderPiece, piecesOf } from '../../../shop/order/order-pieces.server.ts';
import { readOrder, type StoredOrder } from '../../../shop/order/read-order.server.ts';
import { tallinnDate } from '../../../shop/tallinn-date.ts';
import type { ShelfLabel } from '../shelf-label.ts';
import type { FittingDetails, WorkOrder } from '../work-order.ts';
import { branchName } from './branch-name.ts';

type Shop = Pick<ShopContext, 'db' | 'shopConfig' | 'now'>;

export async function readWorkOrder(shop: Shop, number: string): Promise<WorkOrder | null> {
  const orderData = await readOrderForPrint(shop, number);
  if (!orderData) return null;
  const { order, lines, booking } = orderData;
  return {
    ...orderHeading(order, shop),
    phone: order.phone,
    fulfilment: order.fulfilment,
    promisedOn: order.promised_on,
    fitting: booking ? fittingDetails(booking) : null,
    note: order.note,
    lines: lines.map(({ count, title, size, here, shelf }) => ({ count, title, size, here, shelf })),
  };
}

/** Returns a label for each order line with tires at the branch, sorted like `numbers`. Skips unknown numbers. */
export async function readShelfLabels(shop: Shop, numbers: readonly string[]): Promise<ShelfLabel[]> {
  const labels: ShelfLabel[] = [];
  for (const number of numbers) {
    const orderData = await readOrderForPrint(shop, number);
    if (!orderData) continue;
    const heading = orderHeading(orderData.order, shop);
    const day = tallinnDate(shop.now());
    const fitting = orderData.booking && fittingDetails(orderData.booking);
    for (const { title, size, here } of orderData.lines) {
      if (here > 0) labels.push({ ...heading, title, size, count: here, day, fitting });
    }
  }
  return labels;
}

function fittingDetails(booking: Booking): FittingDetails {
  const { starts_at, ends_at, bay, vehicle, price_cents: priceCents, storage } = booking;
  return {
    bay,
    vehicle,
    priceCents,
    storage,
    day: tallinnDate(starts_at),
    time: tallinnTimeOfDay(starts_at),
    minutes: (ends_at.getTime() - starts_at.getTime()) / 60_000,
  };
}

function orderHeading({ number, name, plate, branch }: StoredOrder['order'], { shopConfig }: Shop) {
  return { number, name, plate, branch: branchName(branch, shopConfig) };
}

async function readOrderForPrint({ db, shopConfig }: Shop, number: string) {
  // Checked before the query: PostgreSQL refuses a text with a NUL character, which no order number has.
  if (!orderNumberPattern.test(number)) return null;
  const row = await db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirst();
  if (!row) return null;
  const { order, lines, booking: latest } = await readOrder(db, row.id);
  const pieces = await piecesOf(db, shopConfig, row.id);
  const booking = latest && activeBookingStates.some((state) => state === latest.state) ? latest : null;
  return { order, booking, lines: lines.map((line) => ({ ...line, ...piecesHere(line.position, pieces) })) };
}

/** `here`: how many tires of the line are at the branch of the order. `shelf`: the shelf of those that are put aside, or null. */
function piecesHere(position: number, pieces: readonly OrderPiece[]): { here: number; shelf: string | null } {
  const piecesAtBranch = pieces.filter((piece) => piece.position === position && piece.state === 'here');
  return {
    here: piecesAtBranch.reduce((sum, { count }) => sum + count, 0),
    shelf: piecesAtBranch.find(({ putAsideCount }) => putAsideCount > 0)?.shelf ?? null,
  };
}
