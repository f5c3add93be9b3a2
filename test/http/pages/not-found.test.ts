import { describe, expect, onTestFinished, test, vi } from 'vitest';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { elements, innerHtml, textsIn } from '../../support/html.ts';
import { publicUrl, wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

describe('an unknown URL', () => {
  test.each([
    ['/x', 'et'],
    ['/ru/x', 'ru'],
    ['/en/x', 'en-GB'],
    ['/ee', 'et'],
    ['/faq/unknown', 'et'],
    ['/EN', 'et'],
    ['/index.php', 'et'],
  ])('%s answers 404 with the text that the specification prescribes', async (path, lang) => {
    const { status, text, headers } = await shop.get(path, { 'accept-language': 'en' });
    expect(status).toBe(404);
    expect(elements(text, 'html')).toEqual([{ lang }]);
    expect(text).toContain(`>Page not found: ${path}<`);
    expect(text).toMatch(/<p lang="en"[^>]*>Page not found:/);
    expect(textsIn(text, 'h1')).toHaveLength(1);
    expect(elements(text, 'meta')).toContainEqual({ name: 'robots', content: 'noindex' });
    expect(headers['set-cookie']).toBeUndefined();
  });

  test.each([
    ['/nothing/here', '/', ee],
    ['/ru/nothing/here', '/ru', ru],
    ['/en/nothing/here', '/en', en],
  ])(
    '%s says in its language that there is no such page, and links to the tires at %s',
    async (path, list, { notFound }) => {
      const { text } = await shop.get(path);
      expect(textsIn(text, 'h1')).toEqual([notFound.title]);
      const main = innerHtml(text, 'main')[0] ?? '';
      expect(elements(main, 'a')).toContainEqual(expect.objectContaining({ href: list }));
      expect(textsIn(main, 'a')).toContain(notFound.toList);
    },
  );

  test.each([
    '/<script>alert(1)</script>',
    '/%3Cscript%3Ealert(1)%3C/script%3E',
    '/"><img%20src=x%20onerror=alert(1)>',
  ])('%s with markup is escaped', async (path) => {
    const { status, text } = await shop.get(path);
    expect(status).toBe(404);
    expect(text).toContain('Page not found: /');
    expect(text).not.toMatch(/<script>alert|<img src=x/);
  });

  test.each([
    '/%zz',
    '/%00',
    '/%',
    '/..%2f..%2fetc/passwd',
    '/assets/none.js',
    '/assets/../../package.json',
    '/.vite/manifest.json',
  ])('%s gets 400 or 404 and reveals no file', async (path) => {
    const { status, text } = await shop.get(path);
    expect([400, 404]).toContain(status);
    expect(text).not.toContain('"dependencies"');
  });
});

test.each(['/%0a', '/en/%0a', '/x%0ay', '/a%0d%0aSet-Cookie:x', '/nothing', '/en/%5c', '/%F0%9F%9A%97'])(
  '%s gets the 404 page without a line in the log, also with control characters',
  async (path) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    const { status, text } = await shop.get(path);
    expect(status).toBe(404);
    expect(text).toContain(`>Page not found: ${path}<`);
    expect(textsIn(text, 'h1')).toHaveLength(1);
    expect(logged).not.toHaveBeenCalled();
  },
);

test.each(['/en/zz7.svg', '/missing.PNG', '/ru/a/b/ads.txt?x', '/favicon.ico'])(
  'answers 404 in one line of text for the unknown file %s',
  async (path) => {
    const { status, headers, text } = await shop.get(path);
    expect({ status, type: headers['content-type'], text }).toEqual({
      status: 404,
      type: 'text/plain; charset=utf-8',
      text: 'Not Found\n',
    });
  },
);

test.each([
  ['/%zz', 'et', ee],
  ['/%ff', 'et', ee],
  ['/en/%zz', 'en-GB', en],
  ['/ru/%c0%af', 'ru', ru],
])('answers the malformed URL %s with the 400 page and a link', async (path, lang, { badRequest }) => {
  const { status, text } = await shop.get(path);
  expect(status).toBe(400);
  expect(elements(text, 'html')).toEqual([{ lang }]);
  expect(textsIn(text, 'h1')).toEqual([badRequest.title]);
  expect(elements(text, 'a').length).toBeGreaterThan(0);
});

describe('a trailing slash', () => {
  test.each(['/nope/', '/en/nope//', '/cart/nope/'])(
    'gets 404 without a redirect after an unknown path, %s',
    async (path) => {
      const { status, text } = await shop.get(path);
      expect(status).toBe(404);
      expect(text).toContain(`>Page not found: ${path}<`);
    },
  );

  test.each([
    ['/cart/', '/cart'],
    ['/en/', '/en'],
    ['/ru/faq/buy//', '/ru/faq/buy'],
    ['/cart/?a=b&c=', '/cart?a=b&c='],
    ['//', '/'],
  ])('is removed: %s redirects to %s', async (path, location) => {
    const answer = await shop.get(path);
    expect({ status: answer.status, location: answer.headers.location }).toEqual({ status: 301, location });
  });

  test.each([
    '//',
    '///',
    '//?a=1',
    '//evil.example/',
    '//evil.example',
    '/\\evil.example/',
    '///evil.example//',
    '/x/..//evil.example/',
    '//[',
    '//evil.example/cart/',
    '/en//evil.example/',
  ])('redirects from %s neither to another site nor in a loop', async (path) => {
    let currentPath = path;
    for (let steps = 0; steps < 3; steps += 1) {
      const { status, headers, text } = await shop.get(currentPath);
      expect(status).toBeLessThan(500);
      for (const { href = '/' } of elements(text, 'a').filter(({ hreflang }) => hreflang)) {
        expect(new URL(href, publicUrl).origin).toBe(publicUrl);
      }
      if (headers.location === undefined) return expect([200, 404]).toContain(status);
      const target = new URL(headers.location, publicUrl + currentPath.replace(/^\/+/, '/'));
      expect(target.origin).toBe(publicUrl);
      expect(headers.location).toMatch(/^\/(?![/\\])/);
      currentPath = headers.location;
    }
    expect.unreachable('more than three redirects');
  });

  test.each(['//evil.example', '//evil.example/cart', '//cart'])(
    '%s with two leading slashes answers 404',
    async (path) => {
      expect((await shop.get(path)).status).toBe(404);
    },
  );
});
