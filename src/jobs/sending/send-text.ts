import { internationalNumber } from '../../mail/sending/text-gateway.ts';
import { fittingSms } from '../../messages/fitting-sms.server.ts';
import {
  markTextMessageDropped,
  markTextMessageSent,
  readTextMessage,
} from '../../shop/checkout/fitting/texts.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';

/** Sends a text message with the current state of its appointment. If it is outdated, or the shop sends no texts, marks it as dropped instead. */
export async function sendText({ db, shopConfig, textMessages: gateway, now }: ShopContext, id: string): Promise<void> {
  const text = await readTextMessage(db, id, now());
  if (!text || !gateway) return markTextMessageDropped(db, id, now());
  await gateway.send(internationalNumber(text.to), fittingSms(text, shopConfig));
  await markTextMessageSent(db, id, now());
}
