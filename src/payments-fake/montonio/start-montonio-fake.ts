import { type Control, faultPlan, webhookSender } from '../control.ts';
import { type Answer, type Button, existing, type FakeRequest, json, paymentPage, redirect, serve } from '../server.ts';
import { euros, orderClaims, refundClaims } from './answers.ts';
import { apiEndpoint, type Store, signToken } from './api.ts';
import { type Order, orderBook, type Status, updateStatusByRefunds } from './orders.ts';

type Options = {
  accessKey: string;
  secretKey: string;
  port?: number;
  now?: () => Date;
  /** The delay in ms after which a payment that the buyer left pending is paid. */
  laterMs?: number;
};

type MontonioControl = Control & {
  /** Montonio refunds only settled payments. False: it refuses every refund. */
  paymentsAreSettled: boolean;
};

const tokenLifetimeSeconds = 600;

const buttons: readonly Button[] = [
  { action: 'pay', label: 'Pay' },
  { action: 'authorize', label: 'Authorise only: the bank is still settling' },
  { action: 'cancel', label: 'Cancel' },
  { action: 'later', label: 'Leave it pending, and finish it after a while' },
];

export async function startMontonioFake({ accessKey, secretKey, port, laterMs = 10_000, ...options }: Options) {
  const now = options.now ?? (() => new Date());
  const faults = faultPlan();
  const orders = orderBook(now);
  const timers = new Set<NodeJS.Timeout>();
  const sender = webhookSender(() => control.webhooks);
  const headers = { 'content-type': 'application/json', 'user-agent': 'MontonioWebhooks/1.0' };

  const tokenOf = (claims: object) => {
    const iat = Math.floor(now().getTime() / 1000);
    return signToken({ accessKey, iat, exp: iat + tokenLifetimeSeconds, ...claims }, secretKey);
  };
  const sendWebhook = ({ uuid, request }: Order, kind: 'order' | 'refund', claims: object) =>
    sender.deliver({
      ref: uuid,
      message() {
        const token = tokenOf(claims);
        const url = new URL(request.notificationUrl);
        url.searchParams.set(`${kind}-token`, token);
        return { url: url.href, headers, body: JSON.stringify({ [`${kind}Token`]: token }) };
      },
    });
  const changeTo = async (ref: string, status: Status) => {
    const order = existing(orders.find(ref));
    order.status = status;
    await sendWebhook(order, 'order', orderClaims(order));
  };

  const control: MontonioControl = {
    fail: faults.fail,
    webhooks: 'send',
    paymentsAreSettled: true,
    get createdPayments() {
      return orders.createdCount;
    },
    books: orders.books,
    releaseWebhooks: (ref) => sender.release(existing(orders.find(ref)).uuid),
    pay: (ref) => changeTo(ref, 'PAID'),
    authorize: (ref) => changeTo(ref, 'AUTHORIZED'),
    void: (ref) => changeTo(ref, 'VOIDED'),
    abandon: (ref) => changeTo(ref, 'ABANDONED'),
    async settleRefund(ref, state) {
      const [order, refund] = existing(orders.findRefund(ref));
      refund.status = state === 'succeeded' ? 'SUCCESSFUL' : 'REJECTED';
      updateStatusByRefunds(order);
      await sendWebhook(order, 'refund', refundClaims(order, refund));
    },
    setAmount(ref, cents) {
      existing(orders.find(ref)).cents = cents;
    },
    signed: (claims) => ({ headers, body: JSON.stringify({ orderToken: tokenOf(claims) }) }),
  };

  const page = async ({ method, path, body }: FakeRequest): Promise<Answer> => {
    const [, uuid = '', attempt] = /^\/pay\/([^/]+)\/(\d+)$/.exec(path) ?? [];
    const order = orders.find(uuid);
    if (order?.status !== 'PENDING' || Number(attempt) !== order.attempt)
      return paymentPage('Montonio', { Note: 'There is nothing to pay here (any more).' }, []);
    const { request, cents } = order;
    const details = { Order: request.merchantReference, Amount: `${euros(cents)} €`, Method: request.payment.method };
    if (method !== 'POST') return paymentPage('Montonio', details, buttons);
    const action = new URLSearchParams(body).get('action');
    // As at Montonio, `cancel` returns the buyer with a pending order.
    if (action === 'pay') await control.pay(uuid);
    if (action === 'authorize') await control.authorize(uuid);
    if (action === 'later') timers.add(setTimeout(() => control.pay(uuid), laterMs).unref());
    const returnUrl = new URL(request.returnUrl);
    returnUrl.searchParams.set('order-token', tokenOf(orderClaims(order)));
    return redirect(returnUrl.href);
  };

  const store: Store = { accessKey, secretKey, now, orders, paymentsAreSettled: () => control.paymentsAreSettled };
  const unknown = ({ method }: FakeRequest) => json(404, { statusCode: 404, message: `Cannot ${method}` });
  const server = await serve({ api: (incoming) => apiEndpoint(store, incoming), page, unknown }, faults, port);
  const close = () => {
    for (const timer of timers) clearTimeout(timer);
    return server.close();
  };
  return { url: `${server.origin}/api`, close, control };
}
