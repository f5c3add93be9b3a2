import { expect, onTestFinished, test, vi } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import type { ShopConfig } from '../../../src/shop/config/shop-config.ts';
import { wholeShop } from '../../support/shop.ts';

// Without the services of the branches the rendering of every page throws.
const branches = shopConfig.branches.map((branch) => ({ ...branch, services: undefined }));
const shop = wholeShop({}, { shopConfig: { ...shopConfig, branches } as unknown as ShopConfig });

test.each([
  ['/ru/cart', 'ru', 'Что-то пошло не так', '/ru'],
  ['/faq', 'et', 'Midagi läks valesti', '/'],
])(
  'when %s cannot be rendered, it answers 500 with an apology in %s and a link to the home page',
  async (path, lang, title, home) => {
    // React Router logs the error to the console.
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    const { status, headers, text } = await shop.get(path);
    expect(status).toBe(500);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain(`<html lang="${lang}">`);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(`href="${home}"`);
    expect(text).not.toMatch(/stack|undefined|services|Error/);
    // The cause, not only that a part is missing.
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringMatching(/undefined/) }));
  },
);

test('the API answers while pages cannot be rendered', async () => {
  expect((await shop.get('/api/v1/manufacturer')).status).toBe(200);
});
