import { describe, expect, test } from 'vitest';
import { faultsOf } from './judge.ts';
import { type Answer, readAnswer } from './send.ts';
import type { Wire } from './wire.ts';

const wire: Wire = { endpoint: 'a', method: 'GET', target: '/en', bytes: Buffer.from(''), wellFormed: true };

const right: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
};

function answer(status: number, headers: Record<string, string | undefined>, body: string): Answer {
  const all = Object.entries({ ...right, ...headers }).filter((one): one is [string, string] => one[1] !== undefined);
  return { status, headers: all, body: Buffer.from(body), behind: Buffer.alloc(0) };
}

const problem = { 'content-type': 'application/problem+json' };

test.each([
  ['a page', answer(200, {}, `<p title="zq7&quot;&#x27;">&lt;zq7"</p>`), wire],
  ['a way within the shop', answer(302, { location: '/en?size=%3Czq7' }, ''), wire],
  ['a problem', answer(400, problem, '{"status":400,"code":"validation"}'), { ...wire, target: '/api/v1/orders' }],
  ['no time', answer(503, { 'retry-after': '3' }, ''), wire],
  ['nothing, for what is no HTTP', null, { ...wire, wellFormed: false }],
])('%s is right', (_what, given, asked) => expect(faultsOf(asked, given, ['whsec'])).toEqual([]));

test.each([
  ['no answer', null],
  ['a fault', answer(500, {}, '')],
  ['no database', answer(503, { 'retry-after': '5' }, '{"code":"unavailable"}')],
  ['markup of somebody else', answer(404, {}, `<p>Page not found: /<zq7"'></p>`)],
  ['the end of an attribute', answer(200, {}, `<input value="zq7"'>`)],
  ['an unguarded answer', answer(200, { 'x-content-type-options': undefined }, '')],
  ['an injected header', answer(200, { 'x-zq7': '1' }, '')],
  ['an injected cookie', answer(200, { 'set-cookie': 'zq7=1' }, '')],
  ['another site', answer(302, { location: 'https://evil.example/' }, '')],
  ['another site as browsers read it', answer(302, { location: '/\\evil.example' }, '')],
  ['another site by two slashes', answer(301, { location: '//evil.example/a' }, '')],
  ['a trace', answer(400, {}, 'Error: x\n    at place (/srv/a.js:1:2)')],
  ['words of the database', answer(400, {}, 'invalid input syntax for type uuid')],
  ['words of the framework', answer(400, {}, 'FST_ERR_CTP_BODY_TOO_LARGE')],
  ['a secret', answer(200, {}, 'whsec')],
  ['JSON that is none', answer(200, { 'content-type': 'application/json' }, '{')],
  ['a problem without its code', answer(400, problem, '{"status":400}')],
  ['a body of no type', answer(200, { 'content-type': undefined }, 'x')],
  ['more than an answer', { ...answer(200, {}, ''), behind: Buffer.from('HTTP/1.1 200 OK') }],
])('%s is found', (_what, given) => expect(faultsOf(wire, given, ['whsec'])).toHaveLength(1));

test('a refusal of the API that is no problem is found', () => {
  const given = answer(400, { 'content-type': 'application/json' }, '{}');
  expect(faultsOf({ ...wire, target: '/api/v1/orders' }, given, [])).toHaveLength(1);
});

describe('an answer on the wire', () => {
  const read = (text: string, isHead = false) => readAnswer(Buffer.from(text), isHead);

  test('ends where it says', () => {
    expect(read('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nabcd')).toMatchObject({
      status: 200,
      body: Buffer.from('ab'),
      behind: Buffer.from('cd'),
    });
    const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n';
    expect(read(chunked)?.body.toString()).toBe('abc');
    expect(read('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n')?.status).toBe(204);
    expect(read('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n', true)?.body).toHaveLength(0);
  });

  test('must not break off, nor be something else', () => {
    for (const text of [
      'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab',
      'HTTP/1.1 200 OK\r\n',
      'zq7\r\n\r\n',
      'HTTP/1.1 200 OK\r\nzq7\r\n\r\n',
    ])
      expect(() => read(text)).toThrow();
  });
});
