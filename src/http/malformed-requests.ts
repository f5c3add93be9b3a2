import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';

const refusalHeaders = {
  'content-type': 'text/plain; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
  'cache-control': 'no-store',
};

export const statusText = (status: number) => `${STATUS_CODES[status]}\n`;

/** Returns a request target in absolute form (RFC 9112, 3.2.2) without its host; other targets unchanged. */
export function originForm(target: string): string {
  const [origin = ''] = /^https?:\/\/[^/?]*/i.exec(target) ?? [];
  if (origin === '') return target;
  const path = target.slice(origin.length);
  return path.startsWith('/') ? path : `/${path}`;
}

/** Answers 400, and returns true, if a request names no HTTP version (0.9) or not exactly one `Host` (RFC 9112, 3.2; HTTP/1.0 may omit it). */
export function refuseMalformed({ httpVersion, rawHeaders }: IncomingMessage, response: ServerResponse): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  const mayLackHost = httpVersion === '1.0';
  const isHostValid = hosts === 1 || (hosts === 0 && mayLackHost);
  const namesVersion = httpVersion !== '0.9';
  if (isHostValid && namesVersion) return false;
  response.writeHead(400, { ...refusalHeaders, connection: 'close' }).end(statusText(400));
  return true;
}

export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, refusalHeaders).end(statusText(417));
}

const statusOfError: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers bytes that are no HTTP request, or too large or slow. Writes to the socket: there is no response object. */
export function refuseUnparsed({ code }: ConnectionError, socket: Socket): void {
  if (socket.destroyed || code === 'ECONNRESET') return;
  const status = statusOfError[code] ?? 400;
  const text = statusText(status);
  const allHeaders = Object.entries({ ...refusalHeaders, 'content-length': text.length, connection: 'close' });
  const lines = allHeaders.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${text}`);
  socket.destroySoon();
}
