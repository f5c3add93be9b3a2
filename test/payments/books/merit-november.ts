import { meritShop } from '../../support/books/merit/merit-shop.ts';
import { card, type paymentsShop } from '../payments-shop.ts';
import { documentedOrders } from './documented-orders.ts';

const company = { name: 'Veod & Õ OÜ', regCode: '10421629', vatNumber: 'EE100421628' };

/** The counts of a push, all 0 except `changes`. */
export const counts = (changes: object = {}) => ({ sent: 0, found: 0, before: 0, problems: 0, ...changes });

/** The documents of `sellNovember` in the order of issue, and its payments. */
export const numbers = ['261000001', '262000001', '261000002', '261000003'];
export const payments = ['261000001 319.6', '261000002 79.9', '261000003 639.2', '262000001 -20'];

/** The result of a push that sends all of them. */
export const allSent = {
  documents: counts({ sent: 4 }),
  payments: counts({ sent: 4 }),
  problems: [],
  differences: [],
  stopped: null,
};

/** A shop with a fake of Merit Aktiva, sales in November, and the requests that the fake received. */
export function meritNovember(shop: ReturnType<typeof paymentsShop>) {
  const merit = meritShop(shop);
  const { paidAndRefundedInPart, soldInCash } = documentedOrders(shop);
  return {
    merit,
    /** Sells an order paid online and refunded in part, one paid in cash at the branch, and one paid by a company. */
    async sellNovember() {
      await paidAndRefundedInPart();
      await soldInCash();
      const order = await shop.order(card, 8, { company });
      await shop.stripe.pay(await shop.ref(order));
      await shop.runJobs();
    },
    /** The numbers of the documents that Merit has, in the order of arrival. */
    sentNumbers: () => merit.fake.books.invoices.map(({ InvoiceNo }) => InvoiceNo),
    /** The payments that Merit has, sorted, because those of one instant have no order. */
    sentPayments: () => merit.fake.books.payments.map(({ InvoiceNo, Amount }) => `${InvoiceNo} ${Amount}`).toSorted(),
  };
}
