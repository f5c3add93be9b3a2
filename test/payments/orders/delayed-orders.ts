import { reportDelay } from '../../../src/shop/checkout/delays/answer-delay.server.ts';
import { bank, type PlacedOrder, type paymentsShop } from '../payments-shop.ts';

/** The day to which the tires of orders are delayed. */
export const delayedDay = '2026-12-03';

/** Helpers for paid orders whose tires come late, and for the buyers' answers to the delay. */
export function delayedOrders(shop: ReturnType<typeof paymentsShop>) {
  /** Reports that the tires of an order come late. */
  async function delay(order: PlacedOrder, until = delayedDay) {
    const report = { day: until, reason: 'lost between the branches' };
    return reportDelay(shop.context, order.id, report, 'operator:kati');
  }

  async function paidOrder(changes: Record<string, unknown> = {}): Promise<PlacedOrder> {
    const order = await shop.order(bank, 4, changes);
    await shop.montonio.pay(await shop.ref(order));
    await shop.runJobs();
    return order;
  }

  const answer = (order: PlacedOrder, body: object) => shop.act(order, 'delay-answer', body);
  const wait = (order: PlacedOrder, expectedOn: string | null = delayedDay) =>
    answer(order, { answer: 'wait', expectedOn });

  return { delay, paidOrder, answer, wait };
}

/** Returns the status and the code of a refused request. */
export function refusalOf({ statusCode, json }: { statusCode: number; json: () => { code: string } }) {
  return [statusCode, json().code];
}
