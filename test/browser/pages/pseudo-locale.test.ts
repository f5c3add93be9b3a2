import { describe, expect, test } from 'vitest';
import { href, indexedPages } from '../../../src/web/sitemap.ts';
import { eventually, messages, open, phone } from '../../support/browser/browser.ts';
import { withoutMarked } from '../../support/browser/pseudo-locale.ts';
import { pseudoShop } from '../../support/browser/pseudo-shop.ts';
import { textsIn } from '../../support/html.ts';

const { shop, visit, id, unmarked, expectAllMarked } = pseudoShop();
const t = messages.en;
const failedRequest = /Failed to load resource/;

describe('every text comes from the message files', () => {
  test('the check finds unmarked texts in titles, attributes and elements', async () => {
    const page = await visit();
    await open(page, '/en/faq');
    await page.evaluate(() => {
      const paragraph = document.createElement('p');
      paragraph.textContent = '⟦Marked⟧ Planted text';
      paragraph.title = 'Planted title';
      document.querySelector('main')?.append(paragraph);
    });
    await eventually(async () => {
      // Hydration restores the title of the document.
      await page.evaluate(() => {
        document.title = 'Planted name';
      });
      return unmarked(page);
    }).toEqual(['title Planted name', '<p title> Planted title', '<p> ⟦Marked⟧ Planted text']);
  });

  test('on a list of a season, of all tires, on a second page, without tires, and of tires without a label', async () => {
    const page = await visit();
    for (const query of [
      'season=summer',
      'treadWidth=&profile=&diameter=&season=',
      'treadWidth=225&profile=45&diameter=17&season=all_season&page=2&sort=name',
      // A manufacturer without tires of this season, no tires of a size, and none under further filters.
      'season=truck&manufacturer=nokian',
      'treadWidth=100&profile=100&diameter=8&season=truck',
      'season=summer&fuel=A&priceTo=1&load=150',
      'treadWidth=&profile=&diameter=&season=racing&manufacturer=',
    ]) {
      await open(page, `/en?${query}`);
      await page.getByRole('region', { name: t.cookies.title }).waitFor();
      await expectAllMarked(page);
    }
  });

  test('on the comparison with no tire, one tire, and four with an unknown one, and on its bar with one and with four tires', async () => {
    const page = await visit({ isCookieAccepted: 'true' });
    const ids = await Promise.all(['Hakka Blue 3', 'Primacy 5', 'Cup 2'].map(id));
    for (const [search, visibleText] of [
      ['', t.comparison.how],
      [`?id=${ids[0]}`, t.comparison.howMore],
      [`?id=${ids.join('&id=')}&id=none`, t.comparison.each],
    ] as const) {
      await open(page, `/en/compare${search}`);
      await page.getByText(visibleText).waitFor();
      await expectAllMarked(page);
    }
    const barIds = await Promise.all(['Hakka Blue 3', 'Perfecta', 'Primacy ZP', 'Hakkapeliitta 10'].map(id));
    for (const chosen of [barIds.slice(0, 1), barIds]) {
      await open(page, `/en?season=summer&compare=${chosen.join('&compare=')}`);
      await page.locator('.compare-bar').waitFor();
      await expectAllMarked(page);
    }
  });

  test('on a list and a product page that failed to load', async () => {
    shop.allowErrors(failedRequest);
    const page = await visit();
    await open(page, '/en/faq');
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('link', { name: t.nav.tires }).first().click();
    await page.getByText(t.home.failed).waitFor();
    await expectAllMarked(page);
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: t.home.retry }).click();
    const tire = page.locator('main h3 a').first();
    await tire.waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await tire.click();
    await page.getByText(t.product.failedHelp).waitFor();
    await expectAllMarked(page);
  });

  test('on the product pages of tires of every kind and of an unknown one, and in the dialog with the EU label', async () => {
    shop.allowErrors(/Failed to load resource.*[?]id=none/);
    const page = await visit({ isCookieAccepted: 'true' });
    for (const model of [
      'Hakka Blue 3',
      'Primacy ZP',
      'Hakkapeliitta 10',
      'Eskimo',
      'Agilis',
      'Trenta',
      'X Multi',
      'Cup 2',
      'Sold Out',
    ]) {
      await open(page, `/en/product?id=${await id(model)}`);
      await expectAllMarked(page);
    }
    await open(page, '/en/product?id=none');
    await expectAllMarked(page);

    await open(page, `/en/product?id=${await id('Hakka Blue 3')}`);
    await page.locator('main a[aria-haspopup=dialog]').first().click();
    await page.getByRole('dialog').waitFor();
    await expectAllMarked(page);
  });

  test('on the pages with long texts', async () => {
    const page = await visit();
    for (const name of indexedPages.filter((name) => name !== 'index')) {
      await open(page, href(name, 'en'));
      for (const summary of await page.locator('main summary:visible').all()) await summary.click();
      await expectAllMarked(page);
    }
  });

  test('on the 404 page, except for the text that the specification prescribes', async () => {
    shop.allowErrors(failedRequest);
    const page = await visit();
    await page.goto('/en/no/such-page');
    await expectAllMarked(page, { allowed: ['Page not found: /en/no/such-page'], minimum: 5 });
  });

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
    const html = await (await fetch(shop.address + path)).text();
    const noscriptTexts = textsIn(html, 'noscript');
    expect(noscriptTexts.filter((text) => text.includes('⟦'))).not.toEqual([]);
    for (const text of noscriptTexts) expect(withoutMarked(text)).not.toMatch(/\p{L}/u);
  });
});
