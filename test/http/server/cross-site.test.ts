import { expect, test } from 'vitest';
import { form, items } from '../../support/orders/order-form.ts';
import { wholeShop } from '../../support/shop.ts';

// Threat: another site makes a browser send forms and simple requests with the cookies of the shop.
const shop = wholeShop();
const otherSite = { origin: 'https://evil.example', cookie: 'locale=ru; session=1', 'sec-fetch-site': 'cross-site' };
const formTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

type Description = { paths: Record<string, Record<string, unknown>> };

/** All operations of the OpenAPI document. */
async function apiCalls(): Promise<{ method: string; path: string }[]> {
  const { paths } = (await shop.get('/api/v1/openapi.json')).json<Description>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path.replace('{number}', 'R26-AAAAA'),
    })),
  );
}

test('answers 415 to every content type that an HTML form can send to a changing API call', async () => {
  const changingCalls = (await apiCalls()).filter(({ method }) => method !== 'GET');
  expect(changingCalls.length).toBeGreaterThanOrEqual(5);
  const body = JSON.stringify(form({ items: items(['tire', 1]) }));
  for (const { method, path } of changingCalls) {
    for (const type of formTypes) {
      const answer = await shop.request(path, { method, headers: { ...otherSite, 'content-type': type }, body });
      expect([path, type, answer.status]).toEqual([path, type, 415]);
    }
  }
});

test('allows scripts of another site neither a preflight nor the reading of a response', async () => {
  for (const { method, path } of await apiCalls()) {
    const preflight = await shop.request(path, {
      method: 'OPTIONS',
      headers: {
        ...otherSite,
        'access-control-request-method': method,
        'access-control-request-headers': 'order-token',
      },
    });
    expect(preflight.headers['access-control-allow-origin'], path).toBeUndefined();
    const answer = await shop.request(path, { method, headers: otherSite });
    expect(answer.headers['access-control-allow-origin'], path).toBeUndefined();
    expect(answer.headers['cross-origin-resource-policy'], path).toBe('same-origin');
  }
});

test('sets no cookie except the language', async () => {
  for (const path of [
    '/',
    '/en/order',
    '/ru/success?order=R26-AAAAA',
    '/branch',
    '/fitting',
    '/api/v1/orders/R26-AAAAA',
  ]) {
    const { headers } = await shop.get(path, { 'accept-language': 'ru' });
    for (const cookie of headers['set-cookie'] ?? []) expect(cookie).toMatch(/^locale=ru; .*SameSite=Lax$/);
  }
});
