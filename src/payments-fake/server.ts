import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../suppliers-fake/listen.ts';
import type { FaultKind, faultPlan, Operation } from './control.ts';

export type FakeRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  origin: string;
};
export type Answer = { status: number; headers?: Record<string, string>; body: string };

/** `operation` null: faults cannot be planned for the endpoint. */
export type Endpoint = { operation: Operation | null; answer: () => Answer | Promise<Answer> };

export function json(status: number, value: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** `page`: payment pages, below `/pay/`; `unknown`: all other paths for which `api` returns null. */
type Routes = {
  api: (incoming: FakeRequest) => Endpoint | null;
  page: (incoming: FakeRequest) => Promise<Answer>;
  unknown: (incoming: FakeRequest) => Answer;
};
type Faults = ReturnType<typeof faultPlan>;

export function serve(routes: Routes, faults: Faults, port?: number) {
  return listen((request, response) => respond(request, response, routes, faults), port);
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { api, page, unknown }: Routes,
  faults: Faults,
): Promise<void> {
  const body = await text(request);
  const { method = 'GET', headers } = request;
  const origin = `http://${headers.host}`;
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', origin);
  const incoming = { method, path, query, headers, body, origin };
  const fallback = path.startsWith('/pay/') ? page : unknown;
  const endpoint = api(incoming) ?? { operation: null, answer: () => fallback(incoming) };
  const fault = endpoint.operation && faults.next(endpoint.operation);
  const answer = fault?.kind === 'down' ? unavailable : await endpoint.answer();
  switch (fault?.kind) {
    case 'timeout':
      break;
    case 'reset-after-work':
      request.socket.resetAndDestroy();
      break;
    default: {
      const sent = fault ? withFault(fault.kind, answer) : answer;
      response.writeHead(sent.status, sent.headers).end(sent.body);
    }
  }
  fault?.onOccurrence();
}

const unavailable = { ...json(503, { message: 'Service Unavailable' }), headers: { 'retry-after': '30' } };

function withFault(kind: FaultKind, answer: Answer): Answer {
  if (kind === '500') return json(500, { statusCode: 500, message: 'Internal server error' });
  if (kind === 'garbage') return { ...answer, body: '<html><body>Bad gateway' };
  if (kind === 'no-url') return { ...answer, body: JSON.stringify(JSON.parse(answer.body), withoutUrl) };
  return answer;
}

function withoutUrl(key: string, value: unknown): unknown {
  return key === 'paymentUrl' || key === 'url' ? undefined : value;
}

export type Button = { action: string; label: string };

export function paymentPage(provider: string, details: Record<string, string>, buttons: readonly Button[]): Answer {
  const rows = Object.entries(details).map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`);
  const forms = buttons.map(
    ({ action, label }) =>
      `<form method="post"><button name="action" value="${escaped(action)}">${escaped(label)}</button></form>`,
  );
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>TEST payment – ${escaped(provider)}</title>
<link rel="icon" href="data:,">
<style>body{font:1rem/1.5 system-ui;margin:2rem auto;max-width:30rem;padding:0 1rem}
header{background:#fc0;color:#000;font-weight:700;padding:1rem}button{font:inherit;margin:.25rem 0;padding:.75rem;width:100%}</style>
<header role="alert">TEST. This is not ${escaped(provider)}: no money moves here.</header>
<main><h1>A payment by ${escaped(provider)}</h1><dl>${rows.join('')}</dl>${forms.join('')}</main>
</html>`,
  };
}

/** Returns the value. Throws if there is none, because tests must name existing payments and refunds. */
export function existing<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The fake has no such payment or refund.');
  return value;
}

export function redirect(url: string): Answer {
  return { status: 303, headers: { location: url }, body: '' };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
