import { describe, expect, test } from 'vitest';
import { messages, open, phone } from '../../support/browser/browser.ts';
import { withoutMarked } from '../../support/browser/pseudo-locale.ts';
import { pseudoShop } from '../../support/browser/pseudo-shop.ts';

const { shop, visit, id, expectAllMarked } = pseudoShop();
const t = messages.en;

describe('every text comes from the message files', () => {
  test('in the menu and the dialog of a branch', async () => {
    const phonePage = await shop.visit({ ...phone, language: 'en' });
    await open(phonePage, '/en/cart');
    await phonePage.getByRole('button', { name: t.nav.menu }).tap();
    await phonePage.getByRole('dialog').waitFor();
    await expectAllMarked(phonePage);

    const page = await visit();
    await open(page, '/en/cart');
    await page.locator('header').getByRole('button', { name: 'Annelinn' }).click();
    await page
      .getByRole('dialog')
      .getByText(/Open until|Closed\./)
      .waitFor();
    await expectAllMarked(page);
  });

  test('in the size finder, its help and errors, and on the back-to-top button', async () => {
    const page = await visit();
    await open(page, '/en');
    for (const summary of await page.locator('main summary:visible').all()) await summary.click();
    await page.getByRole('button', { name: t.finder.where }).click();
    await page.getByText(t.finder.rim).waitFor();
    await expectAllMarked(page);
    await page.keyboard.press('Escape');
    for (const [input, error] of [
      ['', t.finder.empty],
      ['wide', t.finder.unreadable],
      ['995/55 R16', t.finder.impossible],
    ] as const) {
      await page.getByLabel(t.finder.label).fill(input);
      await page.locator('.size-field [type=submit]').click();
      await page.getByText(error).waitFor();
      await expectAllMarked(page);
    }
    await page.evaluate(() => scrollTo(0, 1000));
    await page.getByRole('button', { name: t.shell.toTop }).waitFor();
    await expectAllMarked(page);
  });

  test('in notifications', async () => {
    const page = await visit();
    await open(page, `/en/product?id=${await id('Hakka Blue 3')}`);
    // A focused notification stays open.
    const close = page.getByRole('button', { name: t.notification.close });
    await page.getByRole('button', { name: t.tire.add }).click();
    await close.focus();
    await expectAllMarked(page);
    await page.getByRole('link', { name: t.notification.toCart }).click();
    await page.getByRole('button', { name: /Remove/ }).click();
    await close.focus();
    await expectAllMarked(page);
  });

  test.each(['/en/cart', '/en/order', '/en/success'])('in the noscript text of %s', async (path) => {
    const page = await shop.visit({ language: 'en', javaScriptEnabled: false });
    await page.goto(path);
    const noscriptTexts = await page.locator('noscript').allTextContents();
    expect(noscriptTexts.length).toBeGreaterThan(0);
    for (const text of noscriptTexts) expect(withoutMarked(text.replace(/<[^>]*>/g, ''))).not.toMatch(/\p{L}/u);
  });
});
