import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Behaviour, type BookedOrder, orderBooks } from './books.ts';
import { orderResponse, orderStatus, quote, readOrder as readXmlOrder } from './ediwheel.ts';
import { orderAnswer, readOrder as readJsonOrder } from './http.ts';
import { listen } from './listen.ts';

/** `secret`: `user:password` for HTTP Basic; absent: no login is checked. */
type Options = { port?: number; now?: () => Date; secret?: string };

export type SeenRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string };

const orderPaths = ['/ediwheel/order', '/http/orders'];

type Answer = { status: number; type: string; body: string };

const xml = (body: string): Answer => ({ status: 200, type: 'application/xml; charset=utf-8', body });
const json = (body: string, status = 200): Answer => ({ status, type: 'application/json', body });
const html = (status: number, heading: string): Answer => ({
  status,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html><body><h1>${heading}</h1></body></html>`,
});

/** Starts a fake supplier with EDIWheel at `/ediwheel/…` and JSON at `/http/orders`. Orders stay in memory. */
export async function startSupplierFake({ port, now = () => new Date(), secret }: Options = {}) {
  const books = orderBooks(now);
  const requests: SeenRequest[] = [];
  let onOrder: (() => void) | undefined;

  const answerAsIs = (answer: Answer) => ({ answer, behaviour: 'confirm' as const });
  const answerTo = ({ method, path, body }: SeenRequest): { answer: Answer; behaviour: Behaviour } => {
    switch (`${method} ${path}`) {
      case 'POST /ediwheel/inquiry':
        return answerAsIs(xml(quote(readXmlOrder(body).lines)));
      case 'POST /ediwheel/status':
        return answerAsIs(xml(orderStatus(books.find(readXmlOrder(body).reference))));
      case 'POST /ediwheel/order': {
        const { order, behaviour } = books.take(readXmlOrder(body));
        return { answer: xmlAnswer(order, behaviour), behaviour };
      }
      case 'POST /http/orders': {
        const { order, behaviour } = books.take(readJsonOrder(body));
        return { answer: jsonAnswer(order, behaviour), behaviour };
      }
      default: {
        const [, reference] = /^\/http\/orders\/([^/]+)$/.exec(path) ?? [];
        const order = reference === undefined ? undefined : books.find(decodeURIComponent(reference));
        return answerAsIs(order ? json(orderAnswer(order)) : json('{"message":"not found"}', 404));
      }
    }
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request;
    const seen = { method, path: new URL(url, 'http://fake').pathname, headers, body: await text(request) };
    requests.push(seen);
    const isAllowed =
      secret === undefined || headers.authorization === `Basic ${Buffer.from(secret).toString('base64')}`;
    const { answer, behaviour } = isAllowed ? answerTo(seen) : answerAsIs(html(401, 'Login'));
    if (orderPaths.includes(seen.path)) onOrder?.();
    if (behaviour === 'timeout' || behaviour === 'lost') return;
    if (behaviour === 'reset') return void request.socket.resetAndDestroy();
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  };

  const { origin, close } = await listen(respond, port);
  return {
    origin,
    close,
    orders: books.orders,
    plan: books.plan,
    requests,
    /** Called when an order has arrived, before it is answered. */
    set onOrder(handler: (() => void) | undefined) {
      onOrder = handler;
    },
  };
}

function unusableAnswer(behaviour: Behaviour): Answer | null {
  if (behaviour === 'html') return html(200, 'Please log in');
  if (behaviour === 'empty') return { status: 200, type: 'text/plain', body: '' };
  if (behaviour === '500') return html(500, 'Internal server error');
  return behaviour === 'down' ? html(503, 'Service unavailable') : null;
}

const ediwheelErrors = { none: 0, partlyConfirmed: 1, accountRefused: 920 };

function xmlAnswer(order: BookedOrder, behaviour: Behaviour): Answer {
  const isPartial = order.lines.some(({ refused }) => refused > 0);
  const answer = orderResponse(order, isPartial ? ediwheelErrors.partlyConfirmed : ediwheelErrors.none);
  if (behaviour === 'account') return xml(orderResponse({ ...order, lines: [] }, ediwheelErrors.accountRefused));
  if (behaviour === 'other-order') return xml(orderResponse({ ...order, reference: 'P26-99999' }, ediwheelErrors.none));
  if (behaviour === 'doctype') return xml(answer.replace('?>', '?><!DOCTYPE order [<!ENTITY four "4">]>'));
  return unusableAnswer(behaviour) ?? xml(answer);
}

function jsonAnswer(order: BookedOrder, behaviour: Behaviour): Answer {
  if (behaviour === 'account') return json(JSON.stringify({ OrderStatus: 'Declined', message: 'credit limit' }), 422);
  if (behaviour === 'other-order') return json(orderAnswer({ ...order, reference: 'P26-99999' }));
  return unusableAnswer(behaviour) ?? json(orderAnswer(order));
}
