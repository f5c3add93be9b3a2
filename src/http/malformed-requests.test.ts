import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { originForm } from './malformed-requests.ts';
import { httpServer } from './server.ts';

const { app } = httpServer({ logLevel: 'silent' });
app.get('/*', (request) => ({ url: request.url }));

beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => app.close());

async function answerTo(bytes: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

// `zq7` marks text of the request that the response must not repeat.
test.each([
  ['bytes that are no HTTP', 'zq7\r\n\r\n', 400],
  ['a broken head', 'GET / HTTP/1.1\r\nHost: shop\r\nzq7\0: a\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nzq7', 400],
  ['too large a head', `GET / HTTP/1.1\r\nHost: shop\r\nx: ${'zq7'.repeat(9000)}\r\n\r\n`, 431],
  ['no host', 'GET /zq7 HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two hosts', 'GET /zq7 HTTP/1.1\r\nHost: shop\r\nHost: shop\r\nConnection: close\r\n\r\n', 400],
  ['two hosts in HTTP/1.0', 'GET /zq7 HTTP/1.0\r\nHost: shop\r\nHOST: zq7\r\n\r\n', 400],
  ['no HTTP version', 'GET /zq7\r\n\r\n', 400],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nExpect: zq7\r\n\r\n', 417],
  ['a URL that cannot be decoded', 'GET /%zq7 HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n', 400],
])(
  'refuses %s with the HTTP status text and security headers, without repeating the request',
  async (_description, bytes, status) => {
    const answer = await answerTo(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(answer).toMatch(/^content-security-policy: default-src 'none'(; .*)?\r$/im);
    expect(answer).toMatch(/^content-type: text\/plain; charset=utf-8\r$/im);
    expect(answer).not.toMatch(/zq7|FST_|HPE_/);
  },
);

test('ignores a host in the request target', async () => {
  const answer = await answerTo('GET http://evil.example/a?b HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n');
  expect(answer).toContain('{"url":"/a?b"}');
});

test.each([
  ['/a?b=http://c/', '/a?b=http://c/'],
  ['//evil.example/', '//evil.example/'],
  ['*', '*'],
  ['https://evil.example', '/'],
  ['HTTP://evil.example:80?a', '/?a'],
  ['http://user@evil.example/a/', '/a/'],
])('the request target %s becomes %s', (target, path) => expect(originForm(target)).toBe(path));

test('accepts HTTP/1.0 without a host', async () => {
  expect(await answerTo('GET /a HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});
