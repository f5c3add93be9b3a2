import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.server.ts';

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

function policy(html: string, apiOrigin?: string): Record<string, string[]> {
  const directives = contentSecurityPolicy(html, apiOrigin).split('; ');
  return Object.fromEntries(
    directives.map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).filter(Boolean)]),
  );
}

describe('the policy of a document', () => {
  test('allows every inline script by its hash, each once', () => {
    const html = '<script>a()</script><p></p><script async="" type="module">\nb("ö")\n</script><script>a()</script>';
    expect(policy(html)['script-src']).toEqual(["'self'", hashOf('a()'), hashOf('\nb("ö")\n')]);
  });

  test('contains no hash for data blocks and script files', () => {
    const html = [
      '<script type="application/json" id="shop">{"a":1}</script>',
      '<script type="application/ld+json">{}</script>',
      '<script type="module" src="/assets/a.js"></script>',
    ].join('');
    expect(policy(html)['script-src']).toEqual(["'self'"]);
  });

  test('allows an inline script with a data-src attribute by its hash', () => {
    expect(policy('<script data-src="x">a()</script>')['script-src']).toEqual(["'self'", hashOf('a()')]);
  });

  test('allows any inline scripts by their hashes and never by unsafe-inline', () => {
    const code = fc.string().filter((text) => !text.includes('<'));
    fc.assert(
      fc.property(fc.array(code), (codes) => {
        const scripts = policy(codes.map((text) => `<script>${text}</script>`).join('<p>'))['script-src'];
        expect(scripts).toEqual(["'self'", ...new Set(codes.map(hashOf))]);
      }),
    );
    expect(contentSecurityPolicy('<script>a()</script>', undefined)).not.toMatch(/unsafe|\*|http:/);
  });

  test('allows every style element by its hash', () => {
    const html = '<style id="a">p{color:red}</style><p></p><style>\na{}</style>';
    expect(policy(html)['style-src']).toEqual(["'self'", hashOf('p{color:red}'), hashOf('\na{}')]);
  });

  test('blocks everything that pages do not need', () => {
    expect(policy('')).toMatchObject({
      'default-src': ["'self'"],
      'style-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    });
  });

  test('allows calls to the public API only', () => {
    expect(policy('')['connect-src']).toEqual(["'self'"]);
    expect(policy('', 'https://api.shop.example')['connect-src']).toEqual(["'self'", 'https://api.shop.example']);
  });
});
