import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Answers below come before any route, so that the plug-ins' headers are not on them. What was sent is never repeated. */
const headers = {
  'content-type': 'text/plain; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
  'cache-control': 'no-store',
};

/** What a refusal says outside of the API, which has its problems. */
export const textOf = (status: number) => `${STATUS_CODES[status]}\n`;

/** An address that is none, such as `/%zz`. */
export function answerBadUrl(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  reply.code(400).headers(headers).send(textOf(400));
}

/**
 * The path and query of a target that names a host too, as proxies are asked (RFC 9112, 3.2.2); the host counts for nothing, so that
 * nobody is sent there. Other targets stay as they are.
 */
export function originForm(target: string): string {
  const [whole = ''] = /^https?:\/\/[^/?]*/i.exec(target) ?? [];
  if (whole === '') return target;
  const path = target.slice(whole.length);
  return path.startsWith('/') ? path : `/${path}`;
}

/** A request of HTTP/1.1 has to name its host, RFC 9112, 3.2. Returns whether it was refused; Node would do it without any header. */
export function refuseHostless({ httpVersion, headers: { host } }: IncomingMessage, response: ServerResponse): boolean {
  if (host !== undefined || httpVersion !== '1.1') return false;
  response.writeHead(400, { ...headers, connection: 'close' }).end(textOf(400));
  return true;
}

/** An expectation that nobody can meet; that of `100-continue` Node meets itself. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, headers).end(textOf(417));
}

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** What is no HTTP, or too much or too slow of it: there is no request yet, so the answer is written by hand. */
export function answerNoRequest({ code }: ConnectionError, socket: Socket): void {
  if (socket.destroyed || code === 'ECONNRESET') return;
  const status = statuses[code] ?? 400;
  const text = textOf(status);
  const all = Object.entries({ ...headers, 'content-length': text.length, connection: 'close' });
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${text}`);
  socket.destroySoon();
}
