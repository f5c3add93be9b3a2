import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Answer, type Endpoint, type FakeRequest, json } from '../server.ts';
import { methods, orderAnswer, refundAnswer } from './answers.ts';
import { type OrderRequest, type orderBook, type Refund, refundedCents, updateStatusByRefunds } from './orders.ts';

export type Store = {
  accessKey: string;
  secretKey: string;
  now: () => Date;
  orders: ReturnType<typeof orderBook>;
  paymentsAreSettled: () => boolean;
};

export function apiEndpoint(store: Store, incoming: FakeRequest): Endpoint | null {
  const { method, path, origin } = incoming;
  const [, uuid] = /^\/api\/orders\/([^/]+)$/.exec(path) ?? [];
  const route = uuid === undefined ? path : '/api/orders/:uuid';
  switch (`${method} ${route}`) {
    case 'GET /api/stores/payment-methods':
      return { operation: 'methods', answer: () => ifAuthorized(store, incoming, () => json(200, methods)) };
    case 'GET /api/orders/:uuid': {
      const fetchOrder = () => {
        const order = store.orders.find(uuid ?? '');
        return order ? json(200, orderAnswer(order, origin)) : refused(404, 'ORDER_NOT_FOUND');
      };
      return { operation: 'fetch', answer: () => ifAuthorized(store, incoming, fetchOrder) };
    }
    case 'POST /api/orders':
      return {
        operation: 'start',
        answer: () => ifAuthorized(store, incoming, (request: OrderRequest) => createOrder(store, request, origin)),
      };
    case 'POST /api/refunds':
      return {
        operation: 'refund',
        answer: () => ifAuthorized(store, incoming, (request: RefundRequest) => createRefund(store, request)),
      };
    default:
      return null;
  }
}

function ifAuthorized<Payload>(
  store: Store,
  { method, headers, body }: FakeRequest,
  work: (payload: Payload) => Answer,
): Answer {
  const token = method === 'POST' ? tokenIn(body) : (headers.authorization ?? '').replace(/^Bearer /, '');
  const jwt = readToken(token, store.secretKey);
  if (!jwt) return refused(401, 'Unauthorized');
  if (jwt.payload.accessKey !== store.accessKey) return refused(401, 'STORE_NOT_FOUND');
  if (!jwt.isGenuine) return refused(403, 'Forbidden');
  const { exp } = jwt.payload;
  if (typeof exp !== 'number' || exp * 1000 < store.now().getTime()) return refused(401, 'TOKEN_EXPIRED');
  return work(jwt.payload as Payload);
}

function createOrder({ orders }: Store, request: OrderRequest, origin: string): Answer {
  const problems = problemsOf(request);
  if (problems.length > 0) return json(400, { statusCode: 400, message: problems, error: 'Bad Request' });
  const order = orders.createOrReplace(request);
  return order ? json(201, orderAnswer(order, origin)) : refused(400, 'The order has already been paid');
}

function problemsOf(request: OrderRequest): string[] {
  const { merchantReference, returnUrl, notificationUrl, grandTotal, currency, locale, payment, expiresIn } = request;
  const valid: Record<string, boolean> = {
    merchantReference: typeof merchantReference === 'string' && merchantReference !== '',
    returnUrl: URL.canParse(returnUrl),
    notificationUrl: URL.canParse(notificationUrl),
    grandTotal: /^\d+(\.\d{1,2})?$/.test(String(grandTotal)) && grandTotal > 0,
    currency: currency === 'EUR' || currency === 'PLN',
    locale: /^(de|en|et|fi|lt|lv|pl|ru)$/.test(locale),
    'payment.amount': payment?.amount === grandTotal,
    'payment.currency': payment?.currency === currency,
    'payment.method': /^(paymentInitiation|cardPayments|bnpl|hirePurchase)$/.test(payment?.method ?? ''),
    expiresIn: expiresIn === undefined || (Number.isInteger(expiresIn) && expiresIn >= 1),
  };
  return Object.keys(valid)
    .filter((field) => !valid[field])
    .map((field) => `${field} is not valid`);
}

type RefundRequest = { orderUuid: string; amount: number; idempotencyKey: string };

function createRefund(store: Store, { orderUuid, amount, idempotencyKey }: RefundRequest): Answer {
  const order = store.orders.find(orderUuid);
  if (!order) return refused(404, 'ORDER_NOT_FOUND');
  if (order.refunds.some((refund) => refund.idempotencyKey === idempotencyKey))
    return refused(400, 'A refund with the same idempotency key already exists');
  const cents = Math.round(amount * 100);
  if (!['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(order.status)) return refused(400, 'The order is not paid');
  if (cents < 5) return refused(400, 'amount must not be less than 0.05');
  if (cents > order.cents - refundedCents(order)) return refused(400, 'amount exceeds what is available for refund');
  if (!store.paymentsAreSettled()) return refused(400, 'The payment has not settled yet');
  const refund: Refund = { uuid: randomUUID(), idempotencyKey, cents, status: 'PENDING', createdAt: store.now() };
  order.refunds.push(refund);
  updateStatusByRefunds(order);
  return json(201, refundAnswer(refund));
}

function refused(status: number, message: string): Answer {
  return json(status, { statusCode: status, message });
}

function tokenIn(body: string): string {
  try {
    return String(JSON.parse(body).data);
  } catch {
    return '';
  }
}

// Tokens are made without a library, so that the shop's use of its library is tested against other code.

export function signToken(payload: object, secret: string): string {
  const data = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`;
  return `${data}.${signature(data, secret)}`;
}

/** Returns the payload of a JWT, even if its signature is wrong; null if it cannot be read. */
function readToken(token: string, secret: string): { payload: Record<string, unknown>; isGenuine: boolean } | null {
  const [header = '', payload = '', sentSignature = ''] = token.split('.');
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const expected = Buffer.from(signature(`${header}.${payload}`, secret));
    const isSigned = expected.length === sentSignature.length && timingSafeEqual(expected, Buffer.from(sentSignature));
    const isGenuine = alg === 'HS256' && isSigned;
    return { payload: JSON.parse(Buffer.from(payload, 'base64url').toString()), isGenuine };
  } catch {
    return null;
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signature(data: string, secret: string): string {
  return createHmac('sha256', secret).update(data).digest('base64url');
}
