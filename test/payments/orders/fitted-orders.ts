import { instantAt } from '../../../src/shop/calendar.ts';
import { bank, type PlacedOrder, type paymentsShop } from '../payments-shop.ts';

export const at = (day: string, time = '10:00') => instantAt(day, time).toISOString();

/** Orders with an appointment, and requests about them. */
export function fittedOrders(shop: ReturnType<typeof paymentsShop>) {
  /** An order for fitting, on Monday 23 November at 10:00 unless `start` says otherwise. */
  const orderAt = (method: string, start = at('2026-11-23'), changes: object = {}) =>
    shop.order(method, 4, { fulfilment: 'fitting', fitting: { at: start, vehicle: 'car' }, ...changes });

  return {
    orderAt,
    async paidOrderAt(start?: string, changes?: object): Promise<PlacedOrder> {
      const order = await orderAt(bank, start, changes);
      await shop.montonio.pay(await shop.ref(order));
      await shop.runJobs();
      return order;
    },
    appointment: async (order: PlacedOrder) => (await shop.view(order)).order.fitting,
    mailsAbout: async (kind: string) =>
      (await shop.rows('select order_id from letters where kind = $1', [kind])).map(({ order_id }) => order_id),
    move: ({ number, token }: PlacedOrder, start: string, vehicle = 'car') =>
      shop.app.inject({
        method: 'PUT',
        url: `/v1/orders/${number}/fitting`,
        headers: { 'order-token': token, 'content-type': 'application/json' },
        payload: JSON.stringify({ at: start, vehicle }),
      }),
  };
}
