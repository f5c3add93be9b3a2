import { describe, expect, test } from 'vitest';
import { errorPagePolicy } from '../../../src/web/document/error-page.server.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();
const shopWithoutTls = wholeShop({ PUBLIC_URL: 'http://shop.example' });

/** One path for each kind of response. */
const paths: [kind: string, path: string, status: number][] = [
  ['a page', '/', 200],
  ['an unknown page', '/ru/unknown', 404],
  ['a redirect', '/en/faq/', 301],
  ['an API response', '/api/v1/products', 200],
  ['an API error', '/api/v1/products?diameter=x', 400],
  ['an unknown API path', '/api/nothing', 404],
  ['the API reference', '/api/docs', 200],
  ['the OpenAPI document', '/api/v1/openapi.json', 200],
  ['a file', '/robots.txt', 200],
  ['an unknown picture', '/tires/unknown.svg', 404],
  ['the branch page', '/branch', 404],
  ['the page of a fitting time', '/fitting', 404],
];

const directives = (policy: unknown) =>
  new Map(
    `${policy}`.split(/;\s*/).map((directive) => [directive.split(' ', 1)[0], directive.split(' ').slice(1).join(' ')]),
  );

describe.each(paths)('%s, %s', (_kind, path, status) => {
  test('has all security headers', async () => {
    const { headers, status: actualStatus } = await shop.get(path);
    expect(actualStatus).toBe(status);
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/(^|, )camera=\(\), .*geolocation=\(\).*payment=\(\)/),
    });
  });

  test('allows only the shop’s own scripts, no framing and no <base>', async () => {
    const { headers } = await shop.get(path);
    const policy = directives(headers['content-security-policy']);
    expect(["'self'", "'none'"]).toContain(policy.get('default-src'));
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('script-src') ?? '').not.toMatch(/unsafe|\*|https?:|data:/);
    expect(policy.get('base-uri')).toBe("'none'");
    // Only the API reference has inline styles.
    if (path !== '/api/docs') expect(headers['content-security-policy']).not.toContain('unsafe');
  });
});

test('a cached page has all security headers', async () => {
  const [first, cached] = [await shop.get('/en/faq'), await shop.get('/en/faq')];
  const securityHeaders = ({ headers }: typeof first) =>
    Object.entries(headers).filter(([name]) => /policy|transport|^x-(c|f)/.test(name));
  // The seven headers of the first test, and Content-Security-Policy.
  expect(securityHeaders(first)).toHaveLength(8);
  expect(securityHeaders(cached)).toEqual(securityHeaders(first));
});

test('sends no HSTS header when the public URL has no TLS', async () => {
  expect((await shopWithoutTls.get('/')).headers['strict-transport-security']).toBeUndefined();
});

test('answers 400 to a malformed URL without repeating it', async () => {
  const { status, headers, text } = await shop.get('/%zz<script>alert(1)</script>');
  expect(status).toBe(400);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': errorPagePolicy,
  });
  expect(text).not.toMatch(/<script|alert|zz/);
});
