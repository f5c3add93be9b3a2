import { beforeEach, expect } from 'vitest';
import { secret } from '../../../src/database/secrets.server.ts';
import { fittingLink } from '../../../src/shop/checkout/fitting/fitting-link.server.ts';
import type { OrderView } from '../../../src/shop/order/order-view.ts';
import { fittingPage } from '../../../src/web/fitting/fitting-page.server.ts';
import { fittingShop } from './fitting-shop.ts';
import type { AppOptions } from './orders-shop.ts';

/** A shop with appointments for fitting, and the page without script on which buyers change them. */
export function fittingPageShop(options: AppOptions = {}) {
  const shop = fittingShop(options);
  beforeEach(async () => {
    await shop.app.register(fittingPage, { shop: shop.context, isRateLimited: false });
  });
  return {
    shop,
    /** Places an order for four tires with an appointment; `at` null: without one. */
    async order(at: string | null, changes: Record<string, unknown> = {}): Promise<OrderView> {
      const answer = await shop.place({ at, ...changes });
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json().order;
    },
    /** The link in a mail about an order. `start`: to preselect. */
    async linkTo(order: OrderView, start?: Date): Promise<string> {
      const pages = { secret: await secret(shop.context.db, 'order-links'), publicUrl: '' };
      return fittingLink(pages, order, start);
    },
    open: (url: string) => shop.app.inject({ url }),
    /** Sends a form of the page at `link`. */
    send(link: string, fields: Record<string, string>) {
      const { searchParams } = new URL(link, 'http://shop');
      return shop.app.inject({
        method: 'POST',
        url: '/fitting',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ ...Object.fromEntries(searchParams), ...fields }).toString(),
      });
    },
    /** The bookings of an order, the oldest first. */
    bookingsOf: ({ number }: OrderView) =>
      shop.context.db
        .selectFrom('fitting_bookings as booking')
        .innerJoin('orders', 'orders.id', 'booking.order_id')
        .select(['booking.starts_at', 'booking.state', 'booking.freed_because'])
        .where('orders.number', '=', number)
        .orderBy('booking.made_at')
        .execute(),
  };
}

export const radiosOf = (html: string) =>
  [...html.matchAll(/<input type="radio"[^>]*value="([^"]+)"[^>]*>/g)].map(([tag, at = '']) => ({
    at,
    checked: /\bchecked\b/.test(tag),
  }));

export const startsOf = (html: string) => radiosOf(html).map(({ at }) => at);

/** The names of the ticked boxes. */
export const tickedIn = (html: string) =>
  [...html.matchAll(/<input type="checkbox"[^>]*>/g)]
    .filter(([tag]) => /\bchecked\b/.test(tag))
    .map(([tag]) => /name="(\w+)"/.exec(tag)?.[1]);
