import { createHmac } from 'node:crypto';
import { faultPlan, webhookSender } from '../control.ts';
import { type Answer, type Button, existing, type FakeRequest, json, paymentPage, redirect, serve } from '../server.ts';
import { chargeObject, disputeObject, refundObject, sessionObject } from './answers.ts';
import { type Account, apiEndpoint } from './api.ts';
import { bookedPaymentOf, newId, newIntent, type Refund, type Session, type StripeControl } from './sessions.ts';

type Options = {
  secretKey: string;
  webhookSecret: string;
  webhookUrl?: string;
  port?: number;
  now?: () => Date;
  /** The delay in ms after which a payment that the buyer left pending is paid. */
  laterMs?: number;
};

export async function startStripeFake({ secretKey, webhookSecret, port, laterMs = 10_000, ...options }: Options) {
  const now = options.now ?? (() => new Date());
  const faults = faultPlan();
  const sessions: Session[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const sender = webhookSender(() => (control.webhookUrl ? control.webhooks : 'drop'));
  const nowSeconds = () => Math.floor(now().getTime() / 1000);

  const expireIfDue = (session: Session) => {
    if (session.status === 'open' && session.expiresAt <= nowSeconds()) session.status = 'expired';
    return session;
  };
  const find = (ref: string) => {
    const session = sessions.find(({ id, request }) => id === ref || request.get('client_reference_id') === ref);
    return session && expireIfDue(session);
  };
  const signed = (event: object) => {
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature(body, webhookSecret, now()) };
    return { body, headers };
  };
  const sendWebhook = (session: Session, type: string, object: object) => {
    const event = { id: newId('evt'), object: 'event', created: nowSeconds(), livemode: false, type, data: { object } };
    const message = () => ({ url: control.webhookUrl ?? '', ...signed(event) });
    return sender.deliver({ ref: session.id, message });
  };
  const sendSessionWebhook = (session: Session, event: string) =>
    sendWebhook(session, `checkout.session.${event}`, sessionObject(session, server.origin));
  const changeSession = (session: Session, event: string, changes: Partial<Session>) => {
    Object.assign(session, changes);
    return sendSessionWebhook(session, event);
  };
  const sendRefundWebhook = async (session: Session, refund: Refund, event: string) => {
    if (session.intent) await sendWebhook(session, `refund.${event}`, refundObject(session.intent, refund));
  };

  const control: StripeControl = {
    fail: faults.fail,
    webhooks: 'send',
    webhookUrl: options.webhookUrl ?? null,
    newRefundStatus: 'succeeded',
    get createdPayments() {
      return sessions.length;
    },
    books: () => sessions.map((session) => bookedPaymentOf(expireIfDue(session))),
    releaseWebhooks: (ref) => sender.release(existing(find(ref)).id),
    pay(ref) {
      const session = existing(find(ref));
      // In Stripe's terms, a session is complete once the buyer has authorized the payment, even if it is pending.
      const wasComplete = session.status === 'complete';
      const event = wasComplete ? 'async_payment_succeeded' : 'completed';
      const intent = { ...(session.intent ?? newIntent('succeeded')), status: 'succeeded' as const };
      return changeSession(session, event, { status: 'complete', isPaid: true, intent });
    },
    authorize: (ref) =>
      changeSession(existing(find(ref)), 'completed', {
        status: 'complete',
        isPaid: false,
        intent: newIntent('processing'),
      }),
    void(ref) {
      const session = existing(find(ref));
      const intent = { ...(session.intent ?? newIntent('processing')), status: 'requires_payment_method' as const };
      return changeSession(session, 'async_payment_failed', { isPaid: false, intent });
    },
    abandon: (ref) => changeSession(existing(find(ref)), 'expired', { status: 'expired' }),
    async dispute(ref) {
      const session = existing(find(ref));
      const intent = existing(session.intent);
      intent.isDisputed = true;
      await sendWebhook(session, 'charge.dispute.created', disputeObject(session, intent));
    },
    async settleRefund(ref, state) {
      const session = existing(sessions.find(({ intent }) => intent?.refunds.some(({ id }) => id === ref)));
      const refund = existing(session.intent?.refunds.find(({ id }) => id === ref));
      refund.status = state;
      await sendRefundWebhook(session, refund, state === 'failed' ? 'failed' : 'updated');
    },
    setAmount(ref, cents) {
      existing(find(ref)).cents = cents;
    },
    signed,
  };

  const payLater = (ref: string) => timers.add(setTimeout(() => control.pay(ref), laterMs).unref());
  const page = (incoming: FakeRequest) =>
    sessionPage(incoming, find(incoming.path.slice('/pay/'.length)), control.pay, payLater);
  const account: Account = {
    secretKey,
    now,
    sessions,
    find,
    answersByIdempotencyKey: new Map(),
    refundStatus: () => control.newRefundStatus,
    onExpired: (session) => sendSessionWebhook(session, 'expired'),
    async onRefunded(session, refund) {
      await sendRefundWebhook(session, refund, 'created');
      if (session.intent) await sendWebhook(session, 'charge.refunded', chargeObject(session, session.intent));
    },
  };
  const unknown = () => json(404, { error: { message: 'Unrecognized request URL' } });
  const server = await serve({ api: (incoming) => apiEndpoint(account, incoming), page, unknown }, faults, port);
  const close = () => {
    for (const timer of timers) clearTimeout(timer);
    return server.close();
  };
  return { url: server.origin, close, control };
}

const buttons: readonly Button[] = [
  { action: 'pay', label: 'Pay' },
  { action: 'cancel', label: 'Cancel' },
  { action: 'later', label: 'Leave it pending, and finish it after a while' },
];

async function sessionPage(
  { method, body }: FakeRequest,
  session: Session | undefined,
  pay: (id: string) => Promise<void>,
  payLater: (id: string) => void,
): Promise<Answer> {
  if (session?.status !== 'open')
    return paymentPage('Stripe', { Note: 'There is nothing to pay here (any more).' }, []);
  const { id, request, cents } = session;
  const details = { Order: request.get('metadata[order]') ?? '', Amount: `${(cents / 100).toFixed(2)} €` };
  if (method !== 'POST') return paymentPage('Stripe', details, buttons);
  const action = new URLSearchParams(body).get('action');
  if (action === 'pay') await pay(id);
  if (action === 'later') payLater(id);
  const isComplete = action === 'pay';
  const returnUrl = request.get(isComplete ? 'success_url' : 'cancel_url') ?? '';
  return redirect(returnUrl.replace('{CHECKOUT_SESSION_ID}', id));
}

/** Signs without the SDK of Stripe, so that the shop's use of the SDK is tested against other code. */
function signature(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
