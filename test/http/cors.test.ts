import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { publicUrl, wholeShop } from '../support/shop.ts';

const apiUrl = 'https://api.shop.example:8443';
const other = 'https://evil.example';

const policyOf = (headers: Record<string, unknown>, directive: string) =>
  new RegExp(`${directive} ([^;]*)`).exec(`${headers['content-security-policy']}`)?.[1]?.split(' ');

const askAhead = (origin: string, method: string, headers: string) => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
});

describe('an API at an address of its own', () => {
  const shop = wholeShop({ PUBLIC_API_URL: `${apiUrl}/` });

  test('is what the pages call, and all that they may call besides their own', async () => {
    for (const path of ['/', '/en/cart', '/ru/faq']) {
      const { headers, text } = await shop.get(path);
      expect(text).toContain(`"apiBase":"${apiUrl}/api"`);
      expect(policyOf(headers, 'connect-src')).toEqual(["'self'", apiUrl]);
      expect(policyOf(headers, 'default-src')).toEqual(["'self'"]);
    }
    expect((await shop.get('/api/v1/openapi.json')).json()).toMatchObject({ servers: [{ url: apiUrl }] });
  });

  test('lets the pages read its answers, and nobody else', async () => {
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

  test('lets them send orders with their headers', async () => {
    const asking = askAhead(publicUrl, 'POST', 'content-type,device-id,idempotency-key');
    const { status, headers } = await shop.ask('/api/v1/orders', asking);
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(publicUrl);
    expect(headers['access-control-allow-methods']).toMatch(/\bPOST\b/);
    const allowed = `${headers['access-control-allow-headers']}`.toLowerCase().split(/,\s*/);
    expect(allowed).toEqual(expect.arrayContaining(['content-type', 'idempotency-key', 'device-id', 'order-token']));
    expect(allowed).not.toContain('*');
  });

  test('answers an order so that the page can read it, also when it is refused', async () => {
    const sent = { origin: publicUrl, 'idempotency-key': randomUUID(), 'content-type': 'application/json' };
    const refused = await shop.ask('/api/v1/orders', { method: 'POST', headers: sent, body: '{}' });
    expect(refused.status).toBe(400);
    expect(refused.headers['access-control-allow-origin']).toBe(publicUrl);
    const lost = await shop.get('/api/v1/orders/R26-00000', { origin: publicUrl, 'order-token': 'x' });
    expect(lost.status).toBe(404);
    expect(lost.headers['access-control-allow-origin']).toBe(publicUrl);
  });

  test('promises nothing to another site that asks ahead', async () => {
    const { headers } = await shop.ask('/api/v1/orders', askAhead(other, 'POST', 'idempotency-key'));
    expect([undefined, publicUrl]).toContain(headers['access-control-allow-origin']);
  });

  test('is not opened for the pages themselves', async () => {
    expect((await shop.get('/en', { origin: publicUrl })).headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('an API at the pages’ own address', () => {
  const shop = wholeShop();

  test('is read by no other site, and the pages call nothing else', async () => {
    const answer = await shop.get('/api/v1/products', { origin: other });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const page = await shop.get('/en');
    expect(page.text).toContain('"apiBase":"/api"');
    expect(policyOf(page.headers, 'connect-src')).toEqual(["'self'"]);
  });
});
