import { describe, expect, test } from 'vitest';
import { open, phone, words } from '../../support/browser/browser.ts';
import { withoutMarked } from '../../support/browser/pseudo-locale.ts';
import { pseudoShop } from '../../support/browser/pseudo-shop.ts';

const { shop, visit, id, expectAllMarked } = pseudoShop();
const t = words.en;

describe('no texts in code', () => {
  test('of the menu and of a branch', async () => {
    const small = await shop.visit({ ...phone, language: 'en' });
    await open(small, '/en/cart');
    await small.getByRole('button', { name: t.nav.menu }).tap();
    await small.getByRole('dialog').waitFor();
    await expectAllMarked(small);

    const page = await visit();
    await open(page, '/en/cart');
    await page.locator('header').getByRole('button', { name: 'Annelinn' }).click();
    await page
      .getByRole('dialog')
      .getByText(/Open until|Closed\./)
      .waitFor();
    await expectAllMarked(page);
  });

  test('of the size finder and its help, and far down the list', async () => {
    const page = await visit();
    await open(page, '/en');
    for (const folded of await page.locator('main summary:visible').all()) await folded.click();
    for (const [typed, answer] of [
      ['', t.finder.empty],
      ['wide', t.finder.unreadable],
      ['995/55 R16', t.finder.impossible],
    ] as const) {
      await page.getByLabel(t.finder.label).fill(typed);
      await page.getByRole('button', { name: t.finder.find }).click();
      await page.getByText(answer).waitFor();
      await expectAllMarked(page);
    }
    await page.evaluate(() => scrollTo(0, 1000));
    await page.getByRole('button', { name: t.shell.toTop }).waitFor();
    await expectAllMarked(page);
  });

  test('of notifications', async () => {
    const page = await visit();
    await open(page, `/en/product?id=${await id('Hakka Blue 3')}`);
    // A focused notification stays.
    const close = page.getByRole('button', { name: t.notification.close });
    await page.getByRole('button', { name: t.tire.add }).click();
    await close.focus();
    await expectAllMarked(page);
    await page.getByRole('link', { name: t.notification.toCart }).click();
    await page.getByRole('button', { name: /Remove/ }).click();
    await close.focus();
    await expectAllMarked(page);
  });

  test.each(['/en/cart', '/en/order', '/en/success'])('of %s without JavaScript', async (path) => {
    const page = await shop.visit({ language: 'en', javaScriptEnabled: false });
    await page.goto(path);
    const noscriptTexts = await page.locator('noscript').allTextContents();
    expect(noscriptTexts.length).toBeGreaterThan(0);
    for (const text of noscriptTexts) expect(withoutMarked(text.replace(/<[^>]*>/g, ''))).not.toMatch(/\p{L}/u);
  });
});
