import { completeOrder, markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { bank, type PlacedOrder, type paymentsShop } from '../payments-shop.ts';

/** Orders for tests of documents, by default for four tires at 79.90 €, in all 319.60 €. */
export function documentedOrders(shop: ReturnType<typeof paymentsShop>) {
  async function paid(method = bank): Promise<PlacedOrder> {
    const order = await shop.order(method);
    await shop.fakeOf(method).pay(await shop.ref(order));
    await shop.runJobs();
    return order;
  }
  return {
    paid,
    /** Paid online, and 20.00 € of it refunded. */
    async paidAndRefundedInPart(): Promise<PlacedOrder> {
      const order = await paid(bank);
      await refundOrder(shop.context, order.id, 2_000, 'goodwill', 'branch');
      await shop.runJobs();
      const [refund] = await shop.rows('select provider_ref from refunds where order_id = $1', [order.id]);
      await shop.montonio.settleRefund(refund?.provider_ref as string, 'succeeded');
      await shop.runJobs();
      return order;
    },
    /** One tire, paid in cash and handed over. */
    async soldInCash(): Promise<PlacedOrder> {
      const order = await shop.order('pay_at_branch', 1);
      await markPaid(shop.context, order.id, 'branch', { tender: 'cash' });
      await completeOrder(shop.context, order.id, 'branch');
      return order;
    },
    /** The kind and sum of each document of an order, in the order of issue. */
    async documentsOf({ id }: Pick<PlacedOrder, 'id'>): Promise<[kind: string, cents: number][]> {
      const documents = 'select kind, gross_cents as cents from money_documents where order_id = $1 order by id';
      return (await shop.rows(documents, [id])).map(({ kind, cents }) => [kind, cents]);
    },
  };
}
