import { secret } from '../../../database/secrets.server.ts';
import { answerOf } from '../../order/order-answer.server.ts';
import { orderNumberPattern } from '../../order/order-codes.server.ts';
import type { OrderView } from '../../order/order-view.ts';
import { readOrderDetails } from '../../order/read-order.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { type FittingLink, isFittingLink } from './fitting-link.server.ts';

export type LinkedOrder = { id: number; order: OrderView };

export async function orderOfFittingLink(shop: ShopContext, link: FittingLink): Promise<LinkedOrder | null> {
  if (!orderNumberPattern.test(link.order)) return null;
  if (!isFittingLink(await secret(shop.db, 'order-links'), link, shop.now())) return null;
  const row = await shop.db.selectFrom('orders').selectAll().where('number', '=', link.order).executeTakeFirst();
  if (!row) return null;
  return { id: row.id, order: answerOf(await readOrderDetails(shop.db, row), shop.shopConfig).order };
}
