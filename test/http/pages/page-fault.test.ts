import { expect, onTestFinished, test, vi } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import type { ShopConfig } from '../../../src/shop/shop-config.ts';
import { wholeShop } from '../../support/shop.ts';

// Every page shows the opening hours and fails without them.
const shop = wholeShop({}, { shopConfig: { ...shopConfig, hours: undefined } as unknown as ShopConfig });

test.each([
  ['/ru/cart', 'ru', 'Что-то пошло не так', '/ru'],
  ['/faq', 'et', 'Midagi läks valesti', '/'],
])('a page that fails, %s, apologises in its language and links home', async (path, lang, title, home) => {
  // The router logs to the console.
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const { status, headers, text } = await shop.get(path);
  expect(status).toBe(500);
  expect(headers['content-type']).toMatch(/^text\/html/);
  expect(headers['cache-control']).toBe('no-store');
  expect(text).toContain(`<html lang="${lang}">`);
  expect(text).toContain(`<h1>${title}</h1>`);
  expect(text).toContain(`href="${home}"`);
  expect(text).not.toMatch(/stack|undefined|weekdays|Error/);
  expect(logged).toHaveBeenCalled();
});

test('requests other than pages still work', async () => {
  expect((await shop.get('/api/v1/manufacturer')).status).toBe(200);
});
