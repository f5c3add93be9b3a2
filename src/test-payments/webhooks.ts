/** One webhook, signed when it is sent. */
export type Webhook = { ref: string; message: () => { url: string; headers: Record<string, string>; body: string } };
export type WebhookMode = 'send' | 'drop' | 'hold';

/** Sends webhooks, or holds or drops them. What was not answered with 200 or 201 is held, to be sent again by hand. */
export function webhookSender(mode: () => WebhookMode) {
  const held: Webhook[] = [];
  const send = async (webhook: Webhook) => {
    const { url, headers, body } = webhook.message();
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status !== 200 && answer?.status !== 201) held.push(webhook);
  };
  return {
    async deliver(webhook: Webhook): Promise<void> {
      if (mode() === 'hold') held.push(webhook);
      if (mode() === 'send') await send(webhook);
    },
    /** Sends what was held of an order, in the order in which it happened. */
    async release(ref: string): Promise<void> {
      for (const webhook of held.splice(0)) {
        if (webhook.ref === ref) await send(webhook);
        else held.push(webhook);
      }
    },
  };
}
