import { describe, expect, test } from 'vitest';
import { faultsOf } from './judge.ts';
import type { RawRequest } from './raw-request.ts';
import { type RawResponse, readResponse } from './send.ts';

const request: RawRequest = { endpoint: 'a', method: 'GET', target: '/en', bytes: Buffer.from(''), wellFormed: true };

const validHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
};

function responseOf(status: number, headers: Record<string, string | undefined>, body: string): RawResponse {
  const all = Object.entries({ ...validHeaders, ...headers }).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
  return { status, headers: all, body: Buffer.from(body), trailingBytes: Buffer.alloc(0) };
}

const problem = { 'content-type': 'application/problem+json' };

test.each([
  ['a page', responseOf(200, {}, `<p title="zq7&quot;&#x27;">&lt;zq7"</p>`), request],
  ['a redirect within the shop', responseOf(302, { location: '/en?size=%3Czq7' }, ''), request],
  [
    'a problem',
    responseOf(400, problem, '{"status":400,"code":"validation"}'),
    { ...request, target: '/api/v1/orders' },
  ],
  ['a refusal under overload', responseOf(503, { 'retry-after': '3' }, ''), request],
  ['a closed connection after malformed HTTP', null, { ...request, wellFormed: false }],
])('accepts %s', (_what, response, sent) => expect(faultsOf(sent, response, ['whsec'])).toEqual([]));

test.each([
  ['no answer', null],
  ['status 500', responseOf(500, {}, '')],
  ['an unreachable database', responseOf(503, { 'retry-after': '5' }, '{"code":"unavailable"}')],
  ['injected markup', responseOf(404, {}, `<p>Page not found: /<zq7"'></p>`)],
  ['an injected end of an attribute', responseOf(200, {}, `<input value="zq7"'>`)],
  ['missing security headers', responseOf(200, { 'x-content-type-options': undefined }, '')],
  ['an injected header', responseOf(200, { 'x-zq7': '1' }, '')],
  ['an injected cookie', responseOf(200, { 'set-cookie': 'zq7=1' }, '')],
  ['another site', responseOf(302, { location: 'https://evil.example/' }, '')],
  ['another site after URL normalisation', responseOf(302, { location: '/\\evil.example' }, '')],
  ['another site by two slashes', responseOf(301, { location: '//evil.example/a' }, '')],
  ['a stack trace', responseOf(400, {}, 'Error: x\n    at place (/srv/a.js:1:2)')],
  ['a database message', responseOf(400, {}, 'invalid input syntax for type uuid')],
  ['a framework message', responseOf(400, {}, 'FST_ERR_CTP_BODY_TOO_LARGE')],
  ['a secret', responseOf(200, {}, 'whsec')],
  ['invalid JSON', responseOf(200, { 'content-type': 'application/json' }, '{')],
  ['a problem without its code', responseOf(400, problem, '{"status":400}')],
  ['a body without a type', responseOf(200, { 'content-type': undefined }, 'x')],
  ['bytes after the response', { ...responseOf(200, {}, ''), trailingBytes: Buffer.from('HTTP/1.1 200 OK') }],
])('reports %s', (_what, response) => expect(faultsOf(request, response, ['whsec'])).toHaveLength(1));

test('reports an API refusal that is not a problem', () => {
  const response = responseOf(400, { 'content-type': 'application/json' }, '{}');
  expect(faultsOf({ ...request, target: '/api/v1/orders' }, response, [])).toHaveLength(1);
});

describe('a raw response', () => {
  const read = (text: string, { isHead = false } = {}) => readResponse(Buffer.from(text), isHead);

  test('ends where its headers declare', () => {
    expect(read('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nabcd')).toMatchObject({
      status: 200,
      body: Buffer.from('ab'),
      trailingBytes: Buffer.from('cd'),
    });
    const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n';
    expect(read(chunked)?.body.toString()).toBe('abc');
    expect(read('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n')?.status).toBe(204);
    expect(read('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n', { isHead: true })?.body).toHaveLength(0);
  });

  test('is rejected if it is not complete HTTP', () => {
    for (const text of [
      'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab',
      'HTTP/1.1 200 OK\r\n',
      'zq7\r\n\r\n',
      'HTTP/1.1 200 OK\r\nzq7\r\n\r\n',
    ])
      expect(() => read(text)).toThrow();
  });
});
