import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { publicUrl, wholeShop } from '../../support/shop.ts';

const apiUrl = 'https://api.shop.example:8443';
const foreignOrigin = 'https://evil.example';

const cspSources = (headers: Record<string, unknown>, directive: string) =>
  new RegExp(`${directive} ([^;]*)`).exec(`${headers['content-security-policy']}`)?.[1]?.split(' ');

const preflightRequest = (origin: string, method: string, headers: string) => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
});

describe('an API at another origin than the pages', () => {
  const shop = wholeShop({ PUBLIC_API_URL: `${apiUrl}/` });

  test('is the only other origin in the Content-Security-Policy of the pages', async () => {
    for (const path of ['/', '/en/cart', '/ru/faq']) {
      const { headers, text } = await shop.get(path);
      expect(text).toContain(`"apiBase":"${apiUrl}/api"`);
      expect(cspSources(headers, 'connect-src')).toEqual(["'self'", apiUrl]);
      expect(cspSources(headers, 'default-src')).toEqual(["'self'"]);
    }
    expect((await shop.get('/api/v1/openapi.json')).json()).toMatchObject({ servers: [{ url: apiUrl }] });
  });

  test('allows only the origin of the pages to read its responses', async () => {
    const ownAnswer = await shop.get('/api/v1/products', { origin: publicUrl });
    expect(ownAnswer.headers['access-control-allow-origin']).toBe(publicUrl);
    expect(ownAnswer.headers.vary).toMatch(/origin/i);
    for (const origin of [foreignOrigin, 'null', `${publicUrl}.evil.example`, apiUrl, 'http://shop.example']) {
      const { headers } = await shop.get('/api/v1/products', { origin });
      expect(headers['access-control-allow-origin'], origin).not.toBe(origin);
      expect(headers['access-control-allow-origin'], origin).not.toBe('*');
    }
    expect((await shop.get('/api/v1/products')).headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('accepts the headers of an order in a preflight request of the pages', async () => {
    const request = preflightRequest(publicUrl, 'POST', 'content-type,device-id,idempotency-key');
    const { status, headers } = await shop.request('/api/v1/orders', request);
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(publicUrl);
    expect(headers['access-control-allow-methods']).toMatch(/\bPOST\b/);
    const allowed = `${headers['access-control-allow-headers']}`.toLowerCase().split(/,\s*/);
    expect(allowed).toEqual(expect.arrayContaining(['content-type', 'idempotency-key', 'device-id', 'order-token']));
    expect(allowed).not.toContain('*');
  });

  test('allows the pages to read the response to an order, also a 4xx response', async () => {
    const headers = { origin: publicUrl, 'idempotency-key': randomUUID(), 'content-type': 'application/json' };
    const refused = await shop.request('/api/v1/orders', { method: 'POST', headers, body: '{}' });
    expect(refused.status).toBe(400);
    expect(refused.headers['access-control-allow-origin']).toBe(publicUrl);
    const notFound = await shop.get('/api/v1/orders/R26-00000', { origin: publicUrl, 'order-token': 'x' });
    expect(notFound.status).toBe(404);
    expect(notFound.headers['access-control-allow-origin']).toBe(publicUrl);
  });

  test('allows no other origin in a preflight response', async () => {
    const { headers } = await shop.request(
      '/api/v1/orders',
      preflightRequest(foreignOrigin, 'POST', 'idempotency-key'),
    );
    expect([undefined, publicUrl]).toContain(headers['access-control-allow-origin']);
  });

  test('does not add CORS headers to the pages', async () => {
    expect((await shop.get('/en', { origin: publicUrl })).headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('an API at the origin of the pages', () => {
  const shop = wholeShop();

  test('allows no other origin to read its responses', async () => {
    const answer = await shop.get('/api/v1/products', { origin: foreignOrigin });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('is the only origin that the Content-Security-Policy lets the pages call', async () => {
    const page = await shop.get('/en');
    expect(page.text).toContain('"apiBase":"/api"');
    expect(cspSources(page.headers, 'connect-src')).toEqual(["'self'"]);
  });
});
