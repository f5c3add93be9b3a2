import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { publicUrl, wholeShop } from '../../support/shop.ts';

const apiUrl = 'https://api.shop.example:8443';
const other = 'https://evil.example';

const policyOf = (headers: Record<string, unknown>, directive: string) =>
  new RegExp(`${directive} ([^;]*)`).exec(`${headers['content-security-policy']}`)?.[1]?.split(' ');

const preflightRequest = (origin: string, method: string, headers: string) => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
});

describe('an API at another origin than the pages', () => {
  const shop = wholeShop({ PUBLIC_API_URL: `${apiUrl}/` });

  test('is the only other origin that the pages may call', async () => {
    for (const path of ['/', '/en/cart', '/ru/faq']) {
      const { headers, text } = await shop.get(path);
      expect(text).toContain(`"apiBase":"${apiUrl}/api"`);
      expect(policyOf(headers, 'connect-src')).toEqual(["'self'", apiUrl]);
      expect(policyOf(headers, 'default-src')).toEqual(["'self'"]);
    }
    expect((await shop.get('/api/v1/openapi.json')).json()).toMatchObject({ servers: [{ url: apiUrl }] });
  });

  test('lets only the pages read its responses', async () => {
    const ours = await shop.get('/api/v1/products', { origin: publicUrl });
    expect(ours.headers['access-control-allow-origin']).toBe(publicUrl);
    expect(ours.headers.vary).toMatch(/origin/i);
    for (const origin of [other, 'null', `${publicUrl}.evil.example`, apiUrl, 'http://shop.example']) {
      const { headers } = await shop.get('/api/v1/products', { origin });
      expect(headers['access-control-allow-origin'], origin).not.toBe(origin);
      expect(headers['access-control-allow-origin'], origin).not.toBe('*');
    }
    expect((await shop.get('/api/v1/products')).headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('accepts the order headers in a preflight of the pages', async () => {
    const asking = preflightRequest(publicUrl, 'POST', 'content-type,device-id,idempotency-key');
    const { status, headers } = await shop.ask('/api/v1/orders', asking);
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(publicUrl);
    expect(headers['access-control-allow-methods']).toMatch(/\bPOST\b/);
    const allowed = `${headers['access-control-allow-headers']}`.toLowerCase().split(/,\s*/);
    expect(allowed).toEqual(expect.arrayContaining(['content-type', 'idempotency-key', 'device-id', 'order-token']));
    expect(allowed).not.toContain('*');
  });

  test('lets the page read the response to an order, also a refusal', async () => {
    const sent = { origin: publicUrl, 'idempotency-key': randomUUID(), 'content-type': 'application/json' };
    const refused = await shop.ask('/api/v1/orders', { method: 'POST', headers: sent, body: '{}' });
    expect(refused.status).toBe(400);
    expect(refused.headers['access-control-allow-origin']).toBe(publicUrl);
    const lost = await shop.get('/api/v1/orders/R26-00000', { origin: publicUrl, 'order-token': 'x' });
    expect(lost.status).toBe(404);
    expect(lost.headers['access-control-allow-origin']).toBe(publicUrl);
  });

  test('allows nothing in a preflight of another site', async () => {
    const { headers } = await shop.ask('/api/v1/orders', preflightRequest(other, 'POST', 'idempotency-key'));
    expect([undefined, publicUrl]).toContain(headers['access-control-allow-origin']);
  });

  test('does not add CORS headers to the pages', async () => {
    expect((await shop.get('/en', { origin: publicUrl })).headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('an API at the origin of the pages', () => {
  const shop = wholeShop();

  test('is readable by no other site, and the pages call no other origin', async () => {
    const answer = await shop.get('/api/v1/products', { origin: other });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const page = await shop.get('/en');
    expect(page.text).toContain('"apiBase":"/api"');
    expect(policyOf(page.headers, 'connect-src')).toEqual(["'self'"]);
  });
});
