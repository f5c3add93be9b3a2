import { expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, open } from '../../support/browser/browser.ts';

const shop = browserShop({
  tires: [
    { id: 'few', price: 12_876, stock: { ringtee: 3 } },
    { id: 'enough', price: 8760, stock: { ringtee: 8 } },
  ],
});

const widths = [360, 768, 1024, 1280, 1600];

test('the price in a row, and how few tires are left, stay within their column, in every language', async () => {
  const page = await shop.visit();
  for (const language of localeIds) {
    await open(page, `${localizedPath('/', language)}?season=summer`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const wider = await page.locator('.tire-row > .price').evaluateAll((prices) => {
        const contentWidth = (price: Element) => {
          const range = document.createRange();
          range.selectNodeContents(price);
          return range.getBoundingClientRect().width;
        };
        return prices
          .map((price) => ({ text: price.textContent, by: contentWidth(price) - price.getBoundingClientRect().width }))
          .filter(({ by }) => by > 0.5);
      });
      expect({ language, width, wider }).toEqual({ language, width, wider: [] });
      expect(await page.locator('.tire-row > .price > strong').count()).toBe(1);
      expect(await page.locator('.tire-row > .price').count()).toBe(2);
    }
  }
});
