import { randomUUID } from 'node:crypto';
import { form, items } from '../../test/support/order-form.ts';

export type Wanted = { id: string; price: number };

/**
 * What is asked: `kept`: a page that everybody asks for; `made` and `list`: a page and a list of the API at addresses that nobody
 * has asked for; `order`: an order for four tires.
 */
export type Kind = 'kept' | 'made' | 'list' | 'order';

/** The bytes of the n-th request of a kind. `tires`: what is ordered, in turn; `more`: lines of the header. */
export function requestOf(kind: Kind, turn: number, tires: readonly Wanted[], more = ''): string {
  const browser = `Host: shop\r\nAccept-Encoding: br\r\nAccept-Language: en\r\n${more}`;
  if (kind === 'kept') return `GET /en HTTP/1.1\r\n${browser}\r\n`;
  if (kind === 'made')
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

/** Prices of this process and of this turn alone. */
function pricesOf(turn: number): string {
  return `priceFrom=${(process.pid + Math.floor(turn / 8_000)) % 100}&priceTo=${9_999 - (turn % 8_000)}`;
}
