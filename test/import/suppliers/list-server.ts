import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ConnectionOptions } from '../../../src/shop/catalog/supplier/fetch/request.server.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A supplier's HTTPS server on loopback, with the host names feed.test and other.test. */
export function listServer() {
  let handler: Handler = (_, response) => response.end();
  const requests: { host: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer({ cert: certificate, key: certificateKey }, (request, response) => {
    requests.push({
      host: request.headers.host?.split(':')[0] ?? '',
      url: request.url ?? '',
      headers: request.headers,
    });
    handler(request, response);
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  beforeEach(() => void requests.splice(0));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return {
    /** The requests of this test so far. */
    requests,
    respondWith(next: Handler): void {
      handler = next;
    },
    /** The URL of `/path` at a host, by default feed.test. */
    at(path: string, host = 'feed.test'): string {
      return `https://${host}:${(server.address() as AddressInfo).port}${path}`;
    },
    /** Options for the shop's connections to the server. */
    connection(changes: Partial<ConnectionOptions> = {}): ConnectionOptions {
      return {
        allowLoopback: true,
        ca: certificate,
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
        ...changes,
      };
    },
  };
}

/** A self-signed certificate for feed.test, other.test and 127.0.0.1, used by this test server only. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU2gAwIBAgIUcHnGhEalP2m3TfBk5KzODQThv+cwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJZmVlZC50ZXN0MCAXDTI2MTEyMTIyMDUxOFoYDzIxMjYxMDI4
MjIwNTE4WjAUMRIwEAYDVQQDDAlmZWVkLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQbiB+3pDtxS0WeIV0gZkdAQ4rSWqsD9jpZsW+vOdOeeaQ/SGw64UXe
OzYZyfe/Kz7E3jCWgj5YkTdND0um2v1go3sweTAdBgNVHQ4EFgQUJl6UUbJVp/3W
aGkLz6ScqQANi6UwHwYDVR0jBBgwFoAUJl6UUbJVp/3WaGkLz6ScqQANi6UwDwYD
VR0TAQH/BAUwAwEB/zAmBgNVHREEHzAdgglmZWVkLnRlc3SCCm90aGVyLnRlc3SH
BH8AAAEwCgYIKoZIzj0EAwIDSQAwRgIhANG9pVVUF3fNkpUYYl69LAwP/pzScydS
lsEdBXpcYyTVAiEAosFxRH3hP9RYDwrWK5VupGo4+I0hHUg1MPoOoju8elY=
-----END CERTIFICATE-----`;

const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5D86Zvw8GAJJQHBi
ubSAs46tVSZaF8Qvekq1fnvFDAWhRANCAAQbiB+3pDtxS0WeIV0gZkdAQ4rSWqsD
9jpZsW+vOdOeeaQ/SGw64UXeOzYZyfe/Kz7E3jCWgj5YkTdND0um2v1g
-----END PRIVATE KEY-----`;
