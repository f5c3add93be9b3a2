import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { signToken } from './client.ts';
import { readMontonioWebhook } from './webhook.ts';

// The tokens below were made by another program, so that a mistake shared by both sides would be seen.
const account = { accessKey: 'golden-access', secretKeys: ['golden-secret-key-0123456789abcdef'] };
const signedAt = new Date('2026-11-21T10:00:00Z');
const header = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';
const paidClaims =
  'eyJ1dWlkIjoiNmYyZTdjMWEtMGQ1Yi00YzNlLTlhNTEtMWYyZDNjNGI1YTY5IiwiYWNjZXNzS2V5IjoiZ29sZGVuLWFjY2VzcyIsIm1lcmNoYW50UmVmZXJlbmNlIjoiUlAtMjAyNi0wMDAxMjMiLCJtZXJjaGFudFJlZmVyZW5jZURpc3BsYXkiOiJSUC0yMDI2LTAwMDEyMyIsInBheW1lbnRTdGF0dXMiOiJQQUlEIiwicGF5bWVudE1ldGhvZCI6InBheW1lbnRJbml0aWF0aW9uIiwiZ3JhbmRUb3RhbCI6MzE5LjYsImN1cnJlbmN5IjoiRVVSIiwiaWF0IjoxNzk1MjU1MjAwLCJleHAiOjE3OTUyNTU4MDB9';
const paid = `${header}.${paidClaims}.CmVnhkV015-k4I06Eb8cdysJSVoy0uwWrQZiM2nqxRk`;
const refunded = `${header}.eyJvcmRlclV1aWQiOiI2ZjJlN2MxYS0wZDViLTRjM2UtOWE1MS0xZjJkM2M0YjVhNjkiLCJyZWZ1bmRVdWlkIjoiOTJiMTE2ODQtMzE5YS00Y2NlLTkyZjUtNTZkMzQ4YWE5ODZhIiwicmVmdW5kU3RhdHVzIjoiU1VDQ0VTU0ZVTCIsInJlZnVuZEFtb3VudCI6MjUsImFjY2Vzc0tleSI6ImdvbGRlbi1hY2Nlc3MiLCJpYXQiOjE3OTUyNTUyMDAsImV4cCI6MTc5NTI1NTgwMH0.fNM-IA7OFwr62TQ3ggcH8rSVXVp8G47OGGASteUu0QM`;
const request = `${header}.eyJhY2Nlc3NLZXkiOiJnb2xkZW4tYWNjZXNzIiwiaWF0IjoxNzk1MjU1MjAwLCJleHAiOjE3OTUyNTU4MDB9.TJra--ncjg44jxJ_MWW_PfK8GglVve5eExVvW58N-zI`;

const uuid = '6f2e7c1a-0d5b-4c3e-9a51-1f2d3c4b5a69';
const paidReading = {
  ok: true,
  eventKey: `${uuid}:PAID`,
  providerRef: uuid,
  merchantRef: 'RP-2026-000123',
  hint: 'PAID',
  stale: false,
};

test('signs a request as in the golden vector', async () => {
  const signed = await signToken({ ...account, baseUrl: '', fetch, now: () => signedAt });
  expect(signed).toBe(request);
});

test('reads the golden order token from the body and from the URL', async () => {
  expect(await read({ orderToken: paid })).toEqual(paidReading);
  expect(await readBytes('', `order-token=${paid}`)).toEqual(paidReading);
  expect(await readBytes('{"orderTok', `order-token=${paid}`)).toEqual(paidReading);
});

test('reads the order of a refund token', async () => {
  const reading = {
    ok: true,
    eventKey: '92b11684-319a-4cce-92f5-56d348aa986a:SUCCESSFUL',
    providerRef: uuid,
    merchantRef: null,
    hint: 'SUCCESSFUL',
    stale: false,
  };
  expect(await read({ refundToken: refunded })).toEqual(reading);
  expect(await readBytes('{}', `refund-token=${refunded}`)).toEqual(reading);
});

const claims = JSON.parse(Buffer.from(paidClaims, 'base64url').toString());
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const spaced = Buffer.from(JSON.stringify(claims, null, 1)).toString('base64url');

test.each([
  ['one signed by another key', made(claims, 'another-secret-key')],
  ['alg none without a signature', `${base64({ alg: 'none', typ: 'JWT' })}.${paidClaims}.`],
  ['alg none with the right signature', `${base64({ alg: 'none' })}.${paidClaims}.${paid.split('.')[2]}`],
  ['RS256', rs256()],
  ['HS512 by the right key', made(claims, undefined, 'HS512', 'sha512')],
  ['claims written anew', `${header}.${spaced}.${paid.split('.')[2]}`],
  ['a truncated token', paid.slice(0, -4)],
  ['half a token', paid.slice(0, 200)],
  ['a token issued ten minutes from now', made({ ...claims, iat: claims.iat + 600, exp: claims.exp + 600 })],
  ['no token at all', 'paid'],
])('%s is refused', async (_, token) => {
  expect(await read({ orderToken: token })).toEqual({ ok: false, reason: 'bad-signature' });
});

test('accepts clocks that differ by four minutes', async () => {
  const token = made({ ...claims, iat: claims.iat + 240, exp: claims.exp + 240 });
  expect(await read({ orderToken: token })).toEqual(paidReading);
  expect(await read({ orderToken: paid }, new Date('2026-11-21T10:14:00Z'))).toEqual(paidReading);
});

test.each(['', '{', 'null', '[]', '"text"', '{"orderToken":1}', '{"token":"x"}'])(
  'a body %j is malformed',
  async (body) => expect(await readBytes(body)).toEqual({ ok: false, reason: 'malformed' }),
);

test('refuses claims without an order as malformed', async () => {
  expect(await read({ orderToken: request })).toEqual({ ok: false, reason: 'malformed' });
});

test('refuses a token of another account', async () => {
  const token = made({ ...claims, accessKey: 'another-access' });
  expect(await read({ orderToken: token })).toEqual({ ok: false, reason: 'other-account' });
});

test('reads an expired token with a valid signature as stale', async () => {
  const reading = await read({ orderToken: paid }, new Date('2026-11-23T10:00:00Z'));
  expect(reading).toEqual({ ...paidReading, stale: true });
});

test('verifies with the old and the new key during a rotation', async () => {
  const rotated = { ...account, secretKeys: ['new-secret-key-0123456789', ...account.secretKeys] };
  const bytes = (orderToken: string) => ({ body: Buffer.from(JSON.stringify({ orderToken })), headers: {} });
  const query = new URLSearchParams();
  for (const token of [paid, made(claims, 'new-secret-key-0123456789')])
    expect(await readMontonioWebhook(rotated, { ...bytes(token), query }, signedAt)).toEqual(paidReading);
});

function read(body: object, now = signedAt) {
  return readBytes(JSON.stringify(body), '', now);
}

function readBytes(body: string, query = '', now = signedAt) {
  const request = { body: Buffer.from(body), headers: {}, query: new URLSearchParams(query) };
  return readMontonioWebhook(account, request, now);
}

function made(payload: object, secret = account.secretKeys[0] ?? '', alg = 'HS256', hash = 'sha256'): string {
  const data = `${base64({ alg, typ: 'JWT' })}.${base64(payload)}`;
  return `${data}.${createHmac(hash, secret).update(data).digest('base64url')}`;
}

function rs256(): string {
  const data = `${base64({ alg: 'RS256', typ: 'JWT' })}.${paidClaims}`;
  return `${data}.${sign('sha256', Buffer.from(data), privateKey).toString('base64url')}`;
}

function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
