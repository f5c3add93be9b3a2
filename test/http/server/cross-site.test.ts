import { expect, test } from 'vitest';
import { form, items } from '../../support/orders/order-form.ts';
import { wholeShop } from '../../support/shop.ts';

// Another site can make a browser send forms and plain requests with its cookies, but not read the responses.
const shop = wholeShop();
const otherSite = { origin: 'https://evil.example', cookie: 'locale=ru; session=1', 'sec-fetch-site': 'cross-site' };
const formTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

type Description = { paths: Record<string, Record<string, unknown>> };

async function calls(): Promise<{ method: string; path: string }[]> {
  const { paths } = (await shop.get('/api/v1/openapi.json')).json<Description>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path.replace('{number}', 'R26-AAAAA'),
    })),
  );
}

test('refuses every body that a form of another site can send to a changing call', async () => {
  const changing = (await calls()).filter(({ method }) => method !== 'GET');
  expect(changing.length).toBeGreaterThanOrEqual(5);
  const body = JSON.stringify(form({ items: items(['tire', 1]) }));
  for (const { method, path } of changing) {
    for (const type of formTypes) {
      const answer = await shop.ask(path, { method, headers: { ...otherSite, 'content-type': type }, body });
      expect([path, type, answer.status]).toEqual([path, type, 415]);
    }
  }
});

test('allows no call and no preflight of another site’s script', async () => {
  for (const { method, path } of await calls()) {
    const asked = await shop.ask(path, {
      method: 'OPTIONS',
      headers: {
        ...otherSite,
        'access-control-request-method': method,
        'access-control-request-headers': 'order-token',
      },
    });
    expect(asked.headers['access-control-allow-origin'], path).toBeUndefined();
    const answer = await shop.ask(path, { method, headers: otherSite });
    expect(answer.headers['access-control-allow-origin'], path).toBeUndefined();
    expect(answer.headers['cross-origin-resource-policy'], path).toBe('same-origin');
  }
});

test('sets only the language cookie, which grants no right', async () => {
  for (const path of ['/', '/en/order', '/ru/success?order=R26-AAAAA', '/branch', '/api/v1/orders/R26-AAAAA']) {
    const { headers } = await shop.get(path, { 'accept-language': 'ru' });
    for (const cookie of headers['set-cookie'] ?? []) expect(cookie).toMatch(/^locale=ru; .*SameSite=Lax$/);
  }
});
