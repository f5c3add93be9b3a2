import { bank, type PlacedOrder, type paymentsShop } from '../payments-shop.ts';

/** What tests of documents do with orders of 4 of `tire` for 79.90 €, in all 319.60 €. */
export function documentedOrders(shop: ReturnType<typeof paymentsShop>) {
  return {
    async paid(method = bank): Promise<PlacedOrder> {
      const order = await shop.order(method);
      await shop.fakeOf(method).pay(await shop.ref(order));
      await shop.runJobs();
      return order;
    },
    /** The kind and sum of each document of an order, in the order of issue. */
    async documentsOf({ id }: Pick<PlacedOrder, 'id'>): Promise<[kind: string, cents: number][]> {
      const documents = 'select kind, gross_cents as cents from money_documents where order_id = $1 order by id';
      return (await shop.rows(documents, [id])).map(({ kind, cents }) => [kind, cents]);
    },
  };
}
