import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/database/connect.server.ts';
import { secret } from '../../src/database/secrets.server.ts';
import { type BranchLink, branchLink } from '../../src/shop/checkout/desk/branch-link.server.ts';
import { type FittingLink, fittingLink } from '../../src/shop/checkout/fitting/fitting-link.server.ts';
import type { PlacedAnswer } from '../../src/shop/order/order-view.ts';
import { form } from '../support/orders/order-form.ts';
import type { ApiDocument } from './requests/schema.ts';

/** A payment of an order; `ref`: the provider's id. */
export type KnownPayment = { id: string; provider: string; ref: string | null };

export type KnownOrder = {
  number: string;
  token: string;
  email: string;
  key: string;
  items: { id: string; count: number; price: number }[];
  payments: KnownPayment[];
  link: BranchLink;
  fittingLink: FittingLink;
};

/** Valid values of a running shop, so that fuzzed requests are not all refused at the first check. */
export type KnownData = {
  document: ApiDocument;
  tires: { id: string; price: number; image: string }[];
  manufacturers: string[];
  files: string[];
  orders: KnownOrder[];
};

export const paymentMethods = [
  'pay_at_branch',
  'bank_transfer',
  'montonio:paymentInitiation:EE:LHVBEE22',
  'stripe:card',
];

async function read<T>(address: string, path: string): Promise<T> {
  const answer = await fetch(address + path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

/** Reads everything but the orders from a running shop. */
export async function readKnownData(address: string): Promise<Omit<KnownData, 'orders'>> {
  const [document, { items }, manufacturers, page] = await Promise.all([
    read<ApiDocument>(address, '/api/v1/openapi.json'),
    read<{ items: KnownData['tires'] }>(address, '/api/v1/products?limit=100'),
    read<{ id: string }[]>(address, '/api/v1/manufacturer'),
    fetch(`${address}/en`).then((answer) => answer.text()),
  ]);
  const files = [...page.matchAll(/"(\/(?:assets|builds)\/[^"\\]+)"/g)].map(([, file = '']) => file);
  return { document, tires: items, manufacturers: manufacturers.map(({ id }) => id), files: [...new Set(files)] };
}

/** Places `count` orders, with each payment method in turn. */
export async function placeOrders(
  address: string,
  db: Database,
  { tires }: Pick<KnownData, 'tires'>,
  count: number,
): Promise<KnownOrder[]> {
  const key = await secret(db.kysely, 'branch-links');
  const pages = { secret: await secret(db.kysely, 'order-links'), publicUrl: address };
  const place = async (index: number): Promise<KnownOrder> => {
    const tire = tires[index % tires.length] ?? tires[0];
    const items = [{ id: tire?.id ?? '', count: 4, price: tire?.price ?? 0 }];
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const paymentMethod = paymentMethods[index % paymentMethods.length];
    const fulfilment = index % 2 === 0 ? 'pickup' : 'fitting';
    const body = form({ items, paymentMethod, fulfilment, plate: '123 ABC' });
    const answer = await fetch(`${address}/api/v1/orders`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status !== 201) throw new Error(`An order was refused: ${await answer.text()}`);
    const { order } = (await answer.json()) as PlacedAnswer;
    const { rows: payments } = await db.pool.query<KnownPayment>(
      'select p.id, p.provider, p.provider_ref as ref from payments p join orders o on o.id = p.order_id where o.number = $1',
      [order.number],
    );
    return {
      number: order.number,
      token: order.token,
      email: body.customer.email,
      key: headers['idempotency-key'],
      items,
      payments,
      link: branchLink(key, order.number, new Date()),
      fittingLink: Object.fromEntries(new URL(fittingLink(pages, order)).searchParams) as FittingLink,
    };
  };
  const orders: KnownOrder[] = [];
  for (let index = 0; index < count; index += 1) orders.push(await place(index));
  return orders;
}
