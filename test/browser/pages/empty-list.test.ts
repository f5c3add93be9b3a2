import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserShop, eventually, messages, open } from '../../support/browser/browser.ts';

const shop = browserShop();

const t = messages.en;
const { profile } = t.filter;
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
    await page.getByText(t.list.noneLoosen).waitFor();
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
      const texts = () => page.locator('main li a.button').allTextContents();
      await page.goto('/en?treadWidth=225&profile=45&diameter=17&season=truck&fuel=A&priceTo=1');
      await page.getByText(t.list.none).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await texts()).toEqual([t.filter.reset]);
      await page.goto('/en?treadWidth=225&profile=45&diameter=17&season=all_season&fuel=A&priceTo=1');
      expect(await texts()).toEqual([t.list.withoutMore, t.filter.reset]);
    },
  );

  test('links to the list without the filter that causes it', async () => {
    const page = await visit('/en?season=summer&profile=30');
    await page.getByText(t.list.noneLoosen).waitFor();
    const suggestion = page.getByRole('link', { name: `${profile}: any` });
    const [count = ''] = /\d+ tyres?$/.exec((await suggestion.textContent()) ?? '') ?? [];
    expect(count).not.toBe('');
    await suggestion.click();
    await page.waitForURL('**/en?profile=&season=summer');
    await eventually(() => page.locator('#result').textContent()).toContain(count);
    expect(new URL(page.url()).search).toBe('?profile=&season=summer');
  });
});
