import { internationalNumber } from '../../mail/sending/text-gateway.ts';
import { fittingSms } from '../../messages/fitting-sms.server.ts';
import {
  markTextMessageDropped,
  markTextMessageSent,
  readTextMessage,
} from '../../shop/checkout/fitting/texts.server.ts';
import type { JobContext } from '../job.ts';

/** Sends a text message with the current state of its appointment. If it is outdated, or the shop sends no texts, marks it as dropped instead.
 * Gateways know no idempotency key, so a message that may have been accepted is sent at most once more. */
export async function sendText(
  { shop: { db, shopConfig, textMessages: gateway, now }, alert }: Pick<JobContext, 'shop' | 'alert'>,
  id: string,
  retryCount: number,
): Promise<void> {
  const text = await readTextMessage(db, id, now());
  if (!text || !gateway) return markTextMessageDropped(db, id, now());
  const outcome = await gateway.send(internationalNumber(text.to), fittingSms(text, shopConfig));
  if (outcome === 'unclear') {
    const reason = 'the gateway for text messages did not answer';
    if (retryCount === 0) throw new Error(reason);
    alert(`text message ${id} counts as sent: ${reason}`);
  }
  await markTextMessageSent(db, id, now());
}
