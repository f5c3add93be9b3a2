import { createHmac } from 'node:crypto';
import { faultPlan, webhookSender } from '../control.ts';
import { type Answer, type Button, type FakeRequest, json, known, paymentPage, redirect, serve } from '../server.ts';
import { chargeObject, disputeObject, refundObject, sessionObject } from './answers.ts';
import { type Account, apiEndpoint } from './api.ts';
import { newId, newIntent, type Refund, type Session, type StripeControl, takenOf, text } from './sessions.ts';

type Options = {
  secretKey: string;
  webhookSecret: string;
  webhookUrl?: string;
  port?: number;
  now?: () => Date;
  /** Delay in ms until a pending payment is paid. */
  laterMs?: number;
};

export async function startStripeFake({ secretKey, webhookSecret, port, laterMs = 10_000, ...options }: Options) {
  const now = options.now ?? (() => new Date());
  const faults = faultPlan();
  const sessions: Session[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const sender = webhookSender(() => (control.webhookUrl ? control.webhooks : 'drop'));
  const seconds = () => Math.floor(now().getTime() / 1000);

  const find = (ref: string) => {
    const session = sessions.find(({ id, request }) => id === ref || text(request, 'client_reference_id') === ref);
    if (session?.status === 'open' && session.expiresAt <= seconds()) session.status = 'expired';
    return session;
  };
  const signed = (event: object) => {
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature(body, webhookSecret, now()) };
    return { body, headers };
  };
  const tell = (session: Session, type: string, object: object) => {
    const event = { id: newId('evt'), object: 'event', created: seconds(), livemode: false, type, data: { object } };
    const message = () => ({ url: control.webhookUrl ?? '', ...signed(event) });
    return sender.deliver({ ref: session.id, message });
  };
  const become = (session: Session, event: string, changes: Partial<Session>) => {
    Object.assign(session, changes);
    return tell(session, `checkout.session.${event}`, sessionObject(session, served.origin));
  };
  const refunded = async (session: Session, refund: Refund, event: string) => {
    if (session.intent) await tell(session, `refund.${event}`, refundObject(session.intent, refund));
  };

  const control: StripeControl = {
    fail: faults.fail,
    webhooks: 'send',
    webhookUrl: options.webhookUrl ?? null,
    refunds: 'succeeded',
    get createdOrders() {
      return sessions.length;
    },
    books: () => sessions.map(({ id }) => takenOf(find(id) as Session)),
    releaseWebhooks: (ref) => sender.release(known(find(ref)).id),
    pay(ref) {
      const session = known(find(ref));
      const event = session.status === 'complete' ? 'async_payment_succeeded' : 'completed';
      const intent = { ...(session.intent ?? newIntent('succeeded')), status: 'succeeded' as const };
      return become(session, event, { status: 'complete', paid: true, intent });
    },
    authorize: (ref) =>
      become(known(find(ref)), 'completed', { status: 'complete', paid: false, intent: newIntent('processing') }),
    void(ref) {
      const session = known(find(ref));
      const intent = { ...(session.intent ?? newIntent('processing')), status: 'requires_payment_method' as const };
      return become(session, 'async_payment_failed', { paid: false, intent });
    },
    abandon: (ref) => become(known(find(ref)), 'expired', { status: 'expired' }),
    async dispute(ref) {
      const session = known(find(ref));
      const intent = known(session.intent);
      intent.disputed = true;
      await tell(session, 'charge.dispute.created', disputeObject(session, intent));
    },
    async settleRefund(ref, state) {
      const session = known(sessions.find(({ intent }) => intent?.refunds.some(({ id }) => id === ref)));
      const refund = known(session.intent?.refunds.find(({ id }) => id === ref));
      refund.status = state;
      await refunded(session, refund, state === 'failed' ? 'failed' : 'updated');
    },
    setAmount(ref, cents) {
      known(find(ref)).cents = cents;
    },
    signed,
  };

  const later = (ref: string) => timers.add(setTimeout(() => control.pay(ref), laterMs).unref());
  const page = (incoming: FakeRequest) =>
    sessionPage(incoming, find(incoming.path.slice('/pay/'.length)), control.pay, later);
  const account: Account = {
    secretKey,
    now,
    sessions,
    find,
    answers: new Map(),
    refundStatus: () => control.refunds,
    expired: (session) => become(session, 'expired', {}),
    async refunded(session, refund) {
      await refunded(session, refund, 'created');
      if (session.intent) await tell(session, 'charge.refunded', chargeObject(session, session.intent));
    },
  };
  const unknown = () => json(404, { error: { message: 'Unrecognized request URL' } });
  const served = await serve({ api: (incoming) => apiEndpoint(account, incoming), page, unknown }, faults, port);
  const close = () => {
    for (const timer of timers) clearTimeout(timer);
    return served.close();
  };
  return { url: served.origin, close, control };
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
  later: (id: string) => void,
): Promise<Answer> {
  if (session?.status !== 'open')
    return paymentPage('Stripe', { Note: 'There is nothing to pay here (any more).' }, []);
  const { id, request, cents } = session;
  const details = { Order: text(request, 'metadata', 'order') ?? '', Amount: `${(cents / 100).toFixed(2)} €` };
  if (method !== 'POST') return paymentPage('Stripe', details, buttons);
  const action = new URLSearchParams(body).get('action');
  if (action === 'pay') await pay(id);
  if (action === 'later') later(id);
  const back = text(request, action === 'pay' ? 'success_url' : 'cancel_url') ?? '';
  return redirect(back.replace('{CHECKOUT_SESSION_ID}', id));
}

/** By hand, to check the SDK against something else. */
export function signature(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
