import type { Operation } from '../control.ts';
import { type Answer, type Endpoint, type FakeRequest, json } from '../server.ts';
import { refundObject, sessionObject } from './answers.ts';
import {
  groupOf,
  hasParameter,
  invalidParameter,
  newId,
  newSession,
  type Refund,
  refundedCents,
  type Session,
} from './sessions.ts';

export type Account = {
  secretKey: string;
  now: () => Date;
  sessions: Session[];
  find: (id: string) => Session | undefined;
  refundStatus: () => Refund['status'];
  onExpired: (session: Session) => void;
  onRefunded: (session: Session, refund: Refund) => void;
  answersByIdempotencyKey: Map<string, { request: string; answer: Answer; at: Date }>;
};

export function apiEndpoint(account: Account, incoming: FakeRequest): Endpoint | null {
  const [, id = ''] = /^\/v1\/checkout\/sessions\/([^/]+)(?:\/expire)?$/.exec(incoming.path) ?? [];
  const sessionPath = `/v1/checkout/sessions/${id}`;
  const endpoint = (operation: Operation | null, work: () => Answer): Endpoint => ({
    operation,
    answer: () => (isAuthorized(account, incoming) ? answerOnce(account, incoming, work) : unauthorized),
  });
  switch (`${incoming.method} ${incoming.path}`) {
    case 'POST /v1/checkout/sessions':
      return endpoint('start', () => createSession(account, new URLSearchParams(incoming.body), incoming.origin));
    case 'GET /v1/checkout/sessions':
      return endpoint('fetch', () => listSessions(account, incoming.query, incoming.origin));
    case 'POST /v1/refunds':
      return endpoint('refund', () => createRefund(account, new URLSearchParams(incoming.body)));
    case `GET ${sessionPath}`:
      return endpoint('fetch', () => {
        const session = account.find(id);
        return session
          ? json(200, sessionObject(session, incoming.origin, hasParameter(incoming.query, 'expand')))
          : notFound(id);
      });
    case `POST ${sessionPath}/expire`:
      return endpoint(null, () => expireSession(account, id, incoming.origin));
    default:
      return null;
  }
}

const dayMs = 24 * 3_600_000;

/** Repeats the first answer to an idempotency key for a day; refuses the key with other parameters. */
function answerOnce(
  { answersByIdempotencyKey, now }: Account,
  { method, path, headers, body }: FakeRequest,
  work: () => Answer,
): Answer {
  const key = headers['idempotency-key'];
  if (method !== 'POST' || typeof key !== 'string') return work();
  const request = `${path} ${body}`;
  const first = answersByIdempotencyKey.get(key);
  if (first && first.at.getTime() > now().getTime() - dayMs) {
    if (first.request === request) return first.answer;
    return refused(400, { type: 'idempotency_error', message: 'Keys can only be used with the same parameters.' });
  }
  const answer = work();
  if (answer.status < 400) answersByIdempotencyKey.set(key, { request, answer, at: now() });
  return answer;
}

function createSession({ sessions, now }: Account, request: URLSearchParams, origin: string): Answer {
  const seconds = Math.floor(now().getTime() / 1000);
  const param = invalidParameter(request, seconds);
  if (param) return refused(400, { code: 'parameter_invalid', param, message: `Invalid ${param}` });
  const session = newSession(request, seconds);
  sessions.push(session);
  return json(200, sessionObject(session, origin));
}

function listSessions({ sessions, find }: Account, query: URLSearchParams, origin: string): Answer {
  const since = Number(query.get('created[gte]') ?? 0);
  const intent = query.get('payment_intent');
  const after = query.get('starting_after');
  // `find` marks expired sessions.
  const newestFirst = sessions.map(({ id }) => find(id) as Session).reverse();
  const remaining = after ? newestFirst.slice(newestFirst.findIndex(({ id }) => id === after) + 1) : newestFirst;
  const matching = remaining.filter(
    (session) => session.created >= since && (!intent || session.intent?.id === intent),
  );
  const data = matching.slice(0, Number(query.get('limit') ?? 10));
  const expand = hasParameter(query, 'expand');
  return json(200, {
    object: 'list',
    data: data.map((session) => sessionObject(session, origin, expand)),
    has_more: data.length < matching.length,
    url: '/v1/checkout/sessions',
  });
}

function expireSession({ find, onExpired }: Account, id: string, origin: string): Answer {
  const session = find(id);
  if (!session) return notFound(id);
  if (session.status !== 'open')
    return refused(400, { message: 'Only Checkout Sessions that are open can be expired' });
  session.status = 'expired';
  onExpired(session);
  return json(200, sessionObject(session, origin));
}

function createRefund(account: Account, request: URLSearchParams): Answer {
  const intentId = request.get('payment_intent') ?? '';
  const session = account.sessions.find(({ intent }) => intent?.id === intentId);
  const intent = session?.intent;
  if (!session || !intent) return notFound(intentId);
  if (!session.isPaid) return refused(400, { message: 'The payment has no successful charge to refund' });
  const refundable = session.cents - refundedCents(intent);
  const cents = Number(request.get('amount') ?? refundable);
  if (refundable === 0)
    return refused(400, { code: 'charge_already_refunded', message: 'The charge has been refunded' });
  if (!(cents > 0 && cents <= refundable))
    return refused(400, { code: 'amount_too_large', message: 'The amount exceeds what is left to refund' });
  const refund: Refund = {
    id: newId('re'),
    cents,
    status: account.refundStatus(),
    metadata: groupOf(request, 'metadata'),
  };
  intent.refunds.push(refund);
  account.onRefunded(session, refund);
  return json(200, refundObject(intent, refund));
}

function isAuthorized({ secretKey }: Account, { headers }: FakeRequest): boolean {
  return headers.authorization === `Bearer ${secretKey}`;
}

const unauthorized = refused(401, { message: 'Invalid API Key provided' });

function notFound(id: string): Answer {
  return refused(404, { code: 'resource_missing', message: `No such object: ${id}` });
}

function refused(status: number, error: Record<string, string>): Answer {
  return json(status, { error: { type: 'invalid_request_error', ...error } });
}
