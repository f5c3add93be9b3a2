import { expect, test } from 'vitest';
import { failureFromError, failureFromStatus } from './provider.ts';

const now = new Date('2026-11-21T10:00:00Z');

function withCode(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])(
  'after %s the call had no effect',
  (code) => {
    expect(failureFromError(withCode(code))).toEqual({ ok: false, kind: 'unavailable' });
  },
);

test('a call had no effect if none of several addresses is reachable', () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const error = new TypeError('fetch failed', { cause: new AggregateError([refused, refused]) });
  expect(failureFromError(error)).toEqual({ ok: false, kind: 'unavailable' });
});

test.each([
  [withCode('ECONNRESET'), 'ECONNRESET'],
  [withCode('UND_ERR_SOCKET'), 'UND_ERR_SOCKET'],
  [withCode('UND_ERR_HEADERS_TIMEOUT'), 'UND_ERR_HEADERS_TIMEOUT'],
  [new TypeError('fetch failed'), 'TypeError'],
  ['thrown', 'no answer'],
])('%o has an unknown outcome', (error, cause) => {
  expect(failureFromError(error)).toEqual({ ok: false, kind: 'unknown', cause });
});

test('an aborted call has an unknown outcome', () => {
  const abortReason = AbortSignal.abort().reason;
  expect(failureFromError(abortReason)).toMatchObject({ kind: 'unknown' });
});

test.each([
  [429, undefined, { kind: 'unavailable', retryAfterMs: undefined }],
  [429, '7', { kind: 'unavailable', retryAfterMs: 7000 }],
  [503, '120', { kind: 'unavailable', retryAfterMs: 120_000 }],
  [503, 'Sat, 21 Nov 2026 10:00:30 GMT', { kind: 'unavailable', retryAfterMs: 30_000 }],
  [503, 'Sat, 21 Nov 2026 09:00:00 GMT', { kind: 'unavailable', retryAfterMs: 0 }],
  [503, 'soon', { kind: 'unavailable', retryAfterMs: undefined }],
  [503, undefined, { kind: 'unknown', cause: 'http-503' }],
  [500, undefined, { kind: 'unknown', cause: 'http-500' }],
  [502, '5', { kind: 'unknown', cause: 'http-502' }],
  [408, undefined, { kind: 'unknown', cause: 'http-408' }],
  [400, undefined, { kind: 'rejected', code: 'NO' }],
  [401, undefined, { kind: 'rejected', code: 'NO' }],
  [409, undefined, { kind: 'rejected', code: 'NO' }],
  [404, '5', { kind: 'rejected', code: 'NO' }],
])('HTTP %d with Retry-After %o is the failure %o', (status, retryAfter, failure) => {
  expect(failureFromStatus(status, retryAfter, 'NO', now)).toEqual({ ok: false, ...failure });
});
