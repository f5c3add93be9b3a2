import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Reach } from '../../../src/shop/catalog/supplier/fetch/request.server.ts';
import { certificate, certificateKey } from '../../support/loopback-certificate.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A supplier's server on loopback, known as feed.test and as other.test. */
export function listServer() {
  let answer: Answer = (_, response) => response.end();
  const asked: { host: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer({ cert: certificate, key: certificateKey }, (request, response) => {
    asked.push({ host: request.headers.host?.split(':')[0] ?? '', url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  beforeEach(() => void asked.splice(0));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return {
    asked,
    /** What is answered from now on. */
    answers(next: Answer): void {
      answer = next;
    },
    /** `/path` of a host, feed.test where none is named. */
    at(path: string, host = 'feed.test'): string {
      return `https://${host}:${(server.address() as AddressInfo).port}${path}`;
    },
    /** How tests reach it. */
    reach(changes: Partial<Reach> = {}): Reach {
      return {
        allowLoopback: true,
        ca: certificate,
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
        ...changes,
      };
    },
  };
}
