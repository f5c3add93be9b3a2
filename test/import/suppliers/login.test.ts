import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { SupplierDeclaration } from '../../../src/shop/catalog/supplier/declaration.ts';
import { listServer } from './list-server.ts';
import { supplier, supplierCsv, supplierShop, tires } from './supplier-shop.ts';

const shop = supplierShop();
const server = listServer();
const list = supplierCsv(tires());

const key = 'rehvipood:Sesam-avane-7';
const secrets = /Sesam-avane-7|cmVodmlwb29kOlNlc2Ft|token-of-today/;

type From = Extract<SupplierDeclaration['from'], { url: string }>;

const fetchList = (declaredKey: From['key'], { path = '/list', secret = key as string | null } = {}) =>
  shop.fetch(supplier({ from: { url: server.at(path), key: declaredKey } }), {
    key: secret ?? undefined,
    connection: server.connection(),
    force: true,
  });

const token = (changes: { as?: 'form' | 'json'; host?: string; body?: Record<string, string> } = {}) => ({
  token: {
    url: server.at('/Token', changes.host),
    as: changes.as ?? 'form',
    body: changes.body ?? { grant_type: 'password', username: '{{user}}', password: '{{password}}' },
    path: 'access_token',
  },
});

/** Answers a login with a token, redirects `/moved` to another host, and answers other requests with the list. Returns the bodies of the logins. */
function respond(login: object | number = { access_token: 'token-of-today', expires_in: 3600 }) {
  const bodies: Promise<string>[] = [];
  server.respondWith((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: server.at('/list', 'other.test') }).end();
    if (request.url !== '/Token') return response.end(list);
    bodies.push(text(request));
    if (typeof login === 'number')
      return response.writeHead(login, { location: server.at('/Token', 'other.test') }).end();
    return response.end(JSON.stringify(login));
  });
  return bodies;
}

const seen = () => server.requests.map(({ host, url, headers }) => [host, url, headers.authorization]);

test('logs in by HTTP Basic at the declared host, and not at a host to which it redirects', async () => {
  respond();
  const basic = `Basic ${Buffer.from(key).toString('base64')}`;
  expect(await fetchList({ basic: true }, { path: '/moved' })).toMatchObject({ result: 'imported' });
  expect(seen()).toEqual([
    ['feed.test', '/moved', basic],
    ['other.test', '/list', undefined],
  ]);
});

test('logs in for a token by a form, and sends the token to the host of the list only', async () => {
  const bodies = respond();
  expect(await fetchList(token({ host: 'other.test' }), { path: '/moved' })).toMatchObject({ result: 'imported' });
  expect(await Promise.all(bodies)).toEqual(['grant_type=password&username=rehvipood&password=Sesam-avane-7']);
  expect(seen()).toEqual([
    ['other.test', '/Token', undefined],
    ['feed.test', '/moved', 'Bearer token-of-today'],
    ['other.test', '/list', undefined],
  ]);
});

test('logs in for a token by JSON; a key with quotes stays one value', async () => {
  const bodies = respond();
  const secret = '","admin":"1&x=y';
  await fetchList(token({ as: 'json', body: { apiKey: '{{key}}', note: 'for {{key}}' } }), { secret });
  expect(JSON.parse((await bodies[0]) ?? '')).toEqual({ apiKey: secret, note: 'for {{key}}' });
  expect(server.requests[0]?.headers['content-type']).toBe('application/json');
});

test.each<[string, object | number, RegExp]>([
  ['is refused', 401, /the login at feed\.test:\d+ was answered with 401/],
  ['redirects, which would carry the password on', 307, /was answered with 307/],
  ['has no token', { error: 'Sesam-avane-7 is wrong' }, /without a token at access_token/],
  ['has a token that is no header', { access_token: 'two\r\nlines: token-of-today' }, /without a token/],
  ['has a very short token', { access_token: 'abc' }, /without a token/],
  ['is endless', { access_token: 'x'.repeat(100_000) }, /too large/],
])('does not fetch the list if the answer to the login %s', async (_, login, message) => {
  respond(login);
  const outcome = await fetchList(token());
  expect(outcome).toMatchObject({ result: 'failed', reason: expect.stringMatching(message) });
  expect(JSON.stringify([outcome, await shop.rows({ withFeedStates: true })])).not.toMatch(secrets);
  expect(server.requests.map(({ url }) => url)).toEqual(['/Token']);
});

test.each([
  ['no colon', 'only-a-password', 'must be user:password'],
  ['a short password', 'rehvipood:short', 'at least 8 characters'],
  ['no value', null, 'SUPPLIER_HULGI_KEY is not set'],
])('does not log in by Basic with a key that has %s', async (_, secret, message) => {
  respond();
  expect(await fetchList({ basic: true }, { secret })).toMatchObject({
    result: 'failed',
    reason: expect.stringContaining(message),
  });
  expect(server.requests).toEqual([]);
});

test('masks the password and the token that a supplier repeats in its list or its errors', async () => {
  server.respondWith((request, response) => {
    if (request.url === '/Token') return response.end(JSON.stringify({ access_token: 'token-of-today' }));
    const row = { mudel: `R5 ${request.headers.authorization} Sesam-avane-7`, naast: 'Sesam-avane-7' };
    return response.end(supplierCsv(tires(row)));
  });
  for (const login of [{ basic: true } as const, token()]) {
    const outcome = await fetchList(login);
    expect(outcome).toMatchObject({ report: { failed: 1 } });
    expect(JSON.stringify([outcome, await shop.rows({ withFeedStates: true })])).not.toMatch(secrets);
  }
});

test('refuses a declaration whose login has no https address', () => {
  const declare = (login: unknown) => () => supplier({ from: { url: server.at('/list'), key: login as never } });
  expect(declare(token())).not.toThrow();
  expect(declare({ token: { ...token().token, url: 'http://feed.test/Token' } })).toThrow(/https/);
  expect(declare({ basic: 'rehvipood:Sesam-avane-7' })).toThrow(/must be/);
});
