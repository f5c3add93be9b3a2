import type { Trx } from '../../../database/transaction.server.ts';
import { type Day, hoursOf } from '../../calendar.ts';
import type { HoldTerms, ShopConfig } from '../../config/shop-config.ts';
import { fittedTireOfRow } from '../../fitting/fitted-tire.ts';
import type { StartOptions } from '../../fitting/free-starts.ts';
import { type StartRange, startRange } from '../../fitting/start-range.ts';
import { type Vehicle, type Work, workOf } from '../../fitting/work.ts';
import { type LockedOrder, orderMoney } from '../../order/change-order.server.ts';
import { areAllHere, type Hold, isOpen } from '../../order/holds.ts';
import { isPaidUp } from '../../order/order.ts';
import { isPrepaid } from '../../payment/payment-methods.ts';
import { holdEnd } from '../../payment/providers.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { type PromisedPart, promisedDay } from '../place/allocate.ts';
import { readHolds } from '../settle/holds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

type NewOrder = {
  parts: readonly PromisedPart[];
  paymentMethod: string;
  branch: string;
  bookedVia: StartOptions['bookedVia'];
  now: Date;
};

/** Returns when an appointment of a new order may start. Assumes that a prepaid order is paid at its deadline; its tires are ordered after the payment. */
export function rangeOfNewOrder(
  { parts, paymentMethod, branch, bookedVia, now }: NewOrder,
  shopConfig: ShopConfig,
  terms: HoldTerms,
): StartRange {
  const hours = hoursOf(shopConfig, branch);
  const isPrepaidMethod = isPrepaid(paymentMethod);
  // Today stands in for the promised day, on which the end of the hold of a prepaid order does not depend.
  const paymentDeadline = isPrepaidMethod
    ? holdEnd(paymentMethod, { now, promisedOn: tallinnDate(now) }, terms, hours)
    : null;
  const arrivesOn = promisedDay(parts, paymentDeadline ?? now, shopConfig, branch);
  const areTiresHere = parts.every(({ place }) => place === branch);
  const promisedOnIfPaidAtBranch = isPrepaidMethod ? null : arrivesOn;
  return startRange({ now, paymentDeadline, arrivesOn, areTiresHere, promisedOnIfPaidAtBranch, bookedVia }, hours);
}

/** Returns when an appointment of an order may start; null if it is not known when its tires arrive. */
export async function rangeOfOrder(
  trx: Trx,
  { shopConfig, now }: Pick<ShopContext, 'shopConfig' | 'now'>,
  order: LockedOrder,
): Promise<StartRange | null> {
  const hours = hoursOf(shopConfig, order.branch);
  const holds = await readHolds(trx, order.id);
  const areTiresHere = areAllHere(holds, order.branch);
  if (order.status === 'awaiting_payment') {
    const parts = holds.filter(isOpen).map(({ place, lead_days: leadDays }) => ({ place, leadDays }));
    const paymentDeadline = order.held_until;
    const arrivesOn = promisedDay(parts, paymentDeadline, shopConfig, order.branch);
    return startRange({ now: now(), paymentDeadline, arrivesOn, areTiresHere, promisedOnIfPaidAtBranch: null }, hours);
  }
  const arrivesOn = areTiresHere ? tallinnDate(now()) : arrivalDayOf(order, holds);
  if (arrivesOn === null) return null;
  const isPaidOrPrepaid = isPrepaid(order.payment_method) || isPaidUp(await orderMoney(trx, order));
  const { expected_on, promised_on } = order;
  const laterDay = expected_on !== null && expected_on > promised_on ? expected_on : promised_on;
  const promisedOnIfPaidAtBranch = isPaidOrPrepaid ? null : laterDay;
  return startRange({ now: now(), paymentDeadline: null, arrivesOn, areTiresHere, promisedOnIfPaidAtBranch }, hours);
}

/** Returns the day on which the last tires of an order arrive at its branch; null: it is not known. */
export function arrivalDayOf({ expected_on, promised_on }: LockedOrder, holds: readonly Hold[]): Day | null {
  if (expected_on !== null) return expected_on;
  return holds.some(({ state }) => state === 'missing') ? null : promised_on;
}

/** Returns the work for the tires of an order. Null: the job must be agreed by phone. */
export async function workOfOrder(trx: Trx, orderId: number, vehicle: Vehicle): Promise<Work | null> {
  const tires = await trx
    .selectFrom('order_lines')
    .innerJoin('tires', 'tires.id', 'order_lines.tire_id')
    .select(['count', 'diameter', 'marks', 'vehicle', 'competition'])
    .where('order_id', '=', orderId)
    .where('count', '>', 0)
    .execute();
  return workOf(tires.map(fittedTireOfRow), vehicle);
}
