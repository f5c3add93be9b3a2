import { internationalNumber } from '../../mail/sending/text-gateway.ts';
import { fittingSms } from '../../messages/fitting-sms.server.ts';
import { markTextDropped, markTextSent, readText } from '../../shop/checkout/fitting/texts.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';

/** Sends a text message with the present state of its appointment, unless it was sent or must be dropped. */
export async function sendText({ db, shopConfig, texts, now }: ShopContext, id: string): Promise<void> {
  const text = await readText(db, id, now());
  if (!text || !texts) return markTextDropped(db, id, now());
  await texts.send(internationalNumber(text.to), fittingSms(text, shopConfig));
  await markTextSent(db, id, now());
}
