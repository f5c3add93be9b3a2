/** What tests do to a fake of a payment provider. `ref`: the provider's or the shop's payment id, or the id of a refund. `setAmount`: changes a payment's amount
 * in the provider's books alone. A method that changes a payment or refund resolves after the shop has answered the webhook about it. */
export type Control = {
  fail: Fail;
  webhooks: WebhookMode;
  readonly createdPayments: number;
  books(): BookedPayment[];
  releaseWebhooks(ref: string): Promise<void>;
  pay(ref: string): Promise<void>;
  /** The buyer has approved the payment, but the bank has not settled it. */
  authorize(ref: string): Promise<void>;
  void(ref: string): Promise<void>;
  abandon(ref: string): Promise<void>;
  settleRefund(ref: string, state: 'succeeded' | 'failed'): Promise<void>;
  setAmount(ref: string, cents: number): void;
  /** Returns a webhook of this content with a valid signature, without sending it. */
  signed(content: object): { body: string; headers: Record<string, string> };
};

/** A payment in the provider's books; amounts in cents. `settling`: authorized. `failed`: voided. */
export type BookedPayment = {
  ref: string;
  merchantRef: string;
  status: 'open' | 'settling' | 'paid' | 'abandoned' | 'failed';
  paid: number;
  refunded: number;
  pendingRefundIds: string[];
};

export type Operation = 'methods' | 'start' | 'fetch' | 'refund';

/** `down` refuses before the work is done, with 503 and Retry-After; the other faults occur after the work is done. `timeout`: no response. */
export type FaultKind = 'timeout' | 'reset-after-work' | '500' | 'garbage' | 'no-url' | 'down';

type Fail = (kind: FaultKind, plan: { on: Operation; times?: number }) => Promise<void>;
type Fault = { kind: FaultKind; onOccurrence: () => void };

/** Injects faults in the planned order. `fail` resolves when its fault first occurs. */
export function faultPlan(): { fail: Fail; next: (operation: Operation) => Fault | null } {
  const planned: (Fault & { on: Operation; timesLeft: number })[] = [];
  return {
    fail: (kind, { on, times = 1 }) =>
      new Promise((onOccurrence) => {
        planned.push({ kind, on, timesLeft: times, onOccurrence });
      }),
    next(operation) {
      const fault = planned.find(({ on, timesLeft }) => on === operation && timesLeft > 0);
      if (!fault) return null;
      fault.timesLeft -= 1;
      return fault;
    },
  };
}

type Webhook = { ref: string; message: () => { url: string; headers: Record<string, string>; body: string } };
type WebhookMode = 'send' | 'drop' | 'hold';

/** Sends webhooks; those that the shop does not answer with 200 or 201 are held. */
export function webhookSender(mode: () => WebhookMode) {
  const held: Webhook[] = [];
  const send = async (webhook: Webhook) => {
    const { url, headers, body } = webhook.message();
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' }).catch(() => null);
    await response?.body?.cancel();
    if (response?.status !== 200 && response?.status !== 201) held.push(webhook);
  };
  return {
    async deliver(webhook: Webhook): Promise<void> {
      if (mode() === 'hold') held.push(webhook);
      if (mode() === 'send') await send(webhook);
    },
    async release(ref: string): Promise<void> {
      for (const webhook of held.splice(0)) {
        if (webhook.ref === ref) await send(webhook);
        else held.push(webhook);
      }
    },
  };
}
