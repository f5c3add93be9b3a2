import { randomUUID } from 'node:crypto';
import { form, items } from '../../../test/support/orders/order-form.ts';

export type OrderedTire = { id: string; price: number };

/** `cached`: the cached front page; `uncached`, `list`: a page and an API list at a new URL each time; `order`: an order for four tires. */
export type Kind = 'cached' | 'uncached' | 'list' | 'order';

/** The bytes of the n-th request of a kind. `tires`: the tires that are ordered in turn; `more`: further header lines. */
export function requestOf(kind: Kind, turn: number, tires: readonly OrderedTire[], more = ''): string {
  const browser = `Host: shop\r\nAccept-Encoding: br\r\nAccept-Language: en\r\n${more}`;
  if (kind === 'cached') return `GET /en HTTP/1.1\r\n${browser}\r\n`;
  if (kind === 'uncached')
    return `GET /en?treadWidth=&profile=&diameter=&season=&page=${1 + (turn % 20)}&${pricesOf(turn)} HTTP/1.1\r\n${browser}\r\n`;
  if (kind === 'list')
    return `GET /api/v1/products?limit=24&offset=${24 * (turn % 20)}&${pricesOf(turn)} HTTP/1.1\r\n${browser}\r\n`;
  const tire = tires[turn % tires.length];
  if (!tire) throw new Error('no tires to order');
  const body = JSON.stringify(form({ items: items([tire.id, 4, tire.price]) }));
  return (
    `POST /api/v1/orders HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\n` +
    `${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** A price range that makes the URL unique to this process and turn. */
function pricesOf(turn: number): string {
  return `priceFrom=${(process.pid + Math.floor(turn / 8_000)) % 100}&priceTo=${9_999 - (turn % 8_000)}`;
}
