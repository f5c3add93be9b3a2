import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FaultKind, faultPlan, Operation } from './faults.ts';

export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** Where the double was asked: `http://127.0.0.1:1234`. */
  origin: string;
};
export type Answer = { status: number; headers?: Record<string, string>; body: string };

/** What a request asks for, and the work, not done yet. */
export type Endpoint = { operation: Operation | null; answer: () => Answer | Promise<Answer> };

export type Served = { origin: string; close: () => Promise<void> };

export function json(status: number, value: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** A server on the loopback interface whose answers break as planned. Without a port, any that is free. */
export async function serve(
  route: (asked: Asked) => Endpoint,
  faults: ReturnType<typeof faultPlan>,
  port = 0,
): Promise<Served> {
  const server = createServer((request, response) => {
    respond(request, response, route, faults).catch((error: Error) => {
      response.writeHead(500).end(JSON.stringify({ message: `The double failed: ${error.stack}` }));
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  route: (asked: Asked) => Endpoint,
  faults: ReturnType<typeof faultPlan>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = 'GET', headers } = request;
  const origin = `http://${headers.host}`;
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', origin);
  const endpoint = route({ method, path, query, headers, body: Buffer.concat(chunks).toString('utf8'), origin });
  const fault = endpoint.operation && faults.next(endpoint.operation);
  const answer = fault?.kind === 'down' ? down : await endpoint.answer();
  if (fault?.kind === 'reset-after-send') request.socket.resetAndDestroy();
  else if (fault?.kind !== 'timeout') send(response, fault ? broken(fault.kind, answer) : answer);
  fault?.struck();
}

const down = { ...json(503, { message: 'Service Unavailable' }), headers: { 'retry-after': '30' } };

function broken(kind: FaultKind, answer: Answer): Answer {
  if (kind === '500') return json(500, { statusCode: 500, message: 'Internal server error' });
  if (kind === 'garbage') return { ...answer, body: '<html><body>Bad gateway' };
  if (kind === 'no-url') return { ...answer, body: JSON.stringify(JSON.parse(answer.body), withoutUrl) };
  return answer;
}

function withoutUrl(key: string, value: unknown): unknown {
  return key === 'paymentUrl' || key === 'url' ? undefined : value;
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}
