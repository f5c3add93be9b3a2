import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, eventually, messages, open, phone, storedValue } from '../../support/browser/browser.ts';
import { tireWithRelated } from '../../support/browser/products.ts';

const shop = browserShop();

const section = (page: Page, id: string) => page.locator(`section[aria-labelledby=${id}]`);

describe('the price', () => {
  test('and the days until collection depend on the count, which is four again on the next product page', async () => {
    const { tire } = await tireWithRelated(shop.address);
    const page = await shop.visit({ language: 'en' });
    await open(page, `/en/product?id=${tire.id}`);
    const panel = page.getByRole('complementary');
    const euros = (count: number) => `€${(tire.price * count).toFixed(2)}`;
    await panel.getByText(euros(4), { exact: true }).waitFor();
    await panel.getByRole('button', { name: messages.en.count.more }).click();
    await panel.getByText(euros(5), { exact: true }).waitFor();
    await panel.getByRole('columnheader', { name: 'Collect 5 tyres' }).waitFor();
    await panel.getByRole('button', { name: /^Add to cart/ }).click();
    await panel.getByRole('link', { name: messages.en.tire.inCart }).waitFor();
    await panel.getByText(euros(5), { exact: true }).waitFor();
    await page.getByText('Total for 5 tyres').waitFor();
    await section(page, 'alternatives').getByRole('link').first().click();
    await page.getByText('Total for 4 tyres').waitFor();
  });

  test('and the cart button are on the first screen of a phone, in every language', async () => {
    const { tire } = await tireWithRelated(shop.address);
    const page = await shop.visit({ ...phone, storage: { isCookieAccepted: 'true' } });
    for (const locale of localeIds) {
      await open(page, localizedPath(`/product?id=${tire.id}`, locale));
      const button = await page.locator('.button-signal').boundingBox();
      expect((button?.y ?? 0) + (button?.height ?? 0), locale).toBeLessThan(phone.viewport.height - 80);
    }
  });

  test('stays in view above the cookie banner on a phone, and shifts no element', async () => {
    const { tire } = await tireWithRelated(shop.address);
    const page = await shop.visit({ ...phone, language: 'ru' });
    await open(page, `/ru/product?id=${tire.id}`);
    const banner = page.getByRole('region', { name: messages.ru.cookies.title });
    await banner.waitFor();
    const sizesTop = await section(page, 'sizes').evaluate((element) => element.getBoundingClientRect().top + scrollY);
    await section(page, 'sizes').getByRole('link').first().scrollIntoViewIfNeeded();
    const button = page.getByRole('button', { name: /^Добавить в корзину/ });
    const [buttonBox, bannerBox] = [await button.boundingBox(), await banner.boundingBox()];
    expect(buttonBox?.y).toBeGreaterThanOrEqual(0);
    expect((buttonBox?.y ?? 0) + (buttonBox?.height ?? 0)).toBeLessThan(bannerBox?.y ?? 0);
    expect(await section(page, 'sizes').evaluate((element) => element.getBoundingClientRect().top + scrollY)).toBe(
      sizesTop,
    );
    await button.tap();
    await eventually(() => storedValue(page, 'cart')).toContain(tire.id);
  });
});
