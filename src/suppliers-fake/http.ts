import type { BookedOrder, ReceivedOrder } from './books.ts';

/** Reads an order as wholesalers' systems take it: `{ reference, to, products: [{ sku, ean, qty }] }`. */
export function readOrder(body: string): ReceivedOrder {
  const { reference, to, products } = JSON.parse(body);
  const lines = products.map(({ sku, ean, qty }: Record<string, unknown>) => ({
    article: String(sku),
    ean: String(ean ?? ''),
    count: Number(qty),
  }));
  return { reference: String(reference), consignee: String(to), lines };
}

/** Each product in the answer stands for the confirmed pieces of one day, or for the refused pieces. */
export function orderAnswer({ number, reference, lines }: BookedOrder): string {
  const products = lines.flatMap(({ article, ean, parts, refused }) => [
    ...parts.map(({ count, day }) => ({ sku: article, ean, qty: count, state: 'confirmed', date: day })),
    ...(refused > 0 ? [{ sku: article, ean, qty: refused, state: 'sold out', date: null }] : []),
  ]);
  return JSON.stringify({ OrderStatus: 'Accepted', OrderNumber: number, reference, products });
}
