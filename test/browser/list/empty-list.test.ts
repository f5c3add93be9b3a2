import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, collapseSpaces, eventually, messages, open } from '../../support/browser/browser.ts';

const shop = browserShop();

const t = messages.en;
const { profile } = t.filter;
const [phoneOfShop] = shopConfig.phones;
const noResult = (page: Page) => page.locator('[aria-labelledby=result] > .border-warn');
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

async function visit(path: string): Promise<Page> {
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
  await open(page, path);
  return page;
}

describe('an empty list', () => {
  test('is announced in the text of the options that lead to it', async () => {
    const page = await visit('/en?season=summer');
    const options = select(page, profile).locator('option');
    const [unavailableProfile = ''] = await options.evaluateAll((all) =>
      all
        .filter((option) => option.hasAttribute('data-unavailable'))
        .map((option) => (option as HTMLOptionElement).value),
    );
    const option = select(page, profile).locator(`option[value="${unavailableProfile}"]`);
    expect(await option.textContent()).toContain(t.filter.none);
    await select(page, profile).selectOption(unavailableProfile);
    await page.getByText(t.list.loosen).waitFor();
  });

  test('links to the list without the further filters when no single filter causes it', async () => {
    const page = await visit('/en?treadWidth=225&profile=45&diameter=17&season=all_season&fuel=A&priceTo=1');
    await page.getByText(t.list.none).waitFor();
    await page.getByRole('link', { name: t.list.withoutMore }).click();
    await page.waitForURL('**/en?treadWidth=225&profile=45&diameter=17&season=all_season');
    await page.locator('main h3').first().waitFor();
  });

  test.each([true, false])(
    'does not offer the main filters if no tire matches them either, with scripts: %s',
    async (javaScriptEnabled) => {
      const page = await shop.visit({ language: 'en', javaScriptEnabled });
      const texts = () => noResult(page).getByRole('link').allTextContents();
      await page.goto('/en?treadWidth=225&profile=45&diameter=17&season=truck&fuel=A&priceTo=1');
      await page.getByText(t.list.none).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await texts()).toEqual([t.filter.reset, phoneOfShop]);
      await page.goto('/en?treadWidth=225&profile=45&diameter=17&season=all_season&fuel=A&priceTo=1');
      expect(await texts()).toEqual([t.list.withoutMore, t.filter.reset, phoneOfShop]);
    },
  );

  test('links to the list without the filter that causes it', async () => {
    const page = await visit('/en?season=summer&profile=30');
    await page.getByText(t.list.loosen).waitFor();
    const suggestion = page.getByRole('link', { name: `${profile}: any` });
    const [count = ''] = /\d+ tyres?$/.exec(collapseSpaces(await suggestion.textContent())) ?? [];
    expect(count).not.toBe('');
    await suggestion.click();
    await page.waitForURL('**/en?profile=&season=summer');
    await eventually(() => page.locator('#result').textContent()).toContain(count);
    expect(new URL(page.url()).search).toBe('?profile=&season=summer');
  });

  test('links to the nearest sizes with their counts, and to the phone, in every language', async () => {
    const page = await shop.visit({ storage: { isCookieAccepted: 'true' } });
    for (const locale of localeIds) {
      await open(page, `${localizedPath('/', locale)}?season=summer&profile=30`);
      const sizes = noResult(page).getByRole('list', { name: messages[locale].list.nearest }).getByRole('link');
      const texts = (await sizes.allTextContents()).map(collapseSpaces);
      expect(texts, locale).toHaveLength(4);
      for (const text of texts) expect(text).toMatch(/^\d{3}\/\d\d R16 [–—] \d+ /);
      const phone = noResult(page).getByRole('link', { name: phoneOfShop });
      expect(await phone.getAttribute('href')).toBe(`tel:${phoneOfShop.replaceAll(' ', '')}`);
      const [text = ''] = texts;
      await sizes.first().click();
      // The list has the size and the number of tires that the link says.
      await noResult(page).waitFor({ state: 'detached' });
      const count = collapseSpaces(text.split(/ [–—] /)[1] ?? '');
      await eventually(async () => collapseSpaces(await page.locator('#result').textContent())).toBe(count);
      const chosen = (field: string) => page.locator(`#filter-${field}`).inputValue();
      await eventually(async () => `${await chosen('treadWidth')}/${await chosen('profile')}`).toBe(text.split(' ')[0]);
      expect(new URL(page.url()).searchParams.get('season')).toBe('summer');
    }
  });

  test('has the same links without script', async () => {
    const page = await shop.visit({ language: 'en', javaScriptEnabled: false });
    await page.goto('/en?season=summer&profile=30');
    await noResult(page).getByRole('list', { name: t.list.nearest }).getByRole('link').first().click();
    await page.locator('main h3').first().waitFor();
  });
});
