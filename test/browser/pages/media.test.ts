import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, cartOf, messages, open } from '../../support/browser/browser.ts';
import { idOf, shopCatalogue } from '../../support/catalogue/shop-catalogue.ts';

const shop = browserShop({ template: shopCatalogue });

const t = messages.en;

/** Opens a page in a contrast theme: the operating system sets text and background colours. */
async function openInContrastTheme(path: string, storage: Record<string, string> = {}): Promise<Page> {
  const page = await shop.visit({
    language: 'en',
    forcedColors: 'active',
    colorScheme: 'dark',
    storage: { isCookieAccepted: 'true', ...storage },
  });
  await open(page, path);
  return page;
}

const backgroundOf = (locator: Locator, pseudoElement?: string) =>
  locator.evaluate((element, pseudo) => getComputedStyle(element, pseudo).backgroundColor, pseudoElement);
const tireId = () => idOf(shop.db.kysely, 'Hakka Blue 3');
/** Takes a screenshot of a control without its edge: the border changes its colour, and corners differ a little in any case. */
async function screenshotInside(control: Locator): Promise<Buffer> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('The control is not shown');
  const { x, y, width, height } = box;
  const edge = 4;
  return control.page().screenshot({
    clip: { x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge },
  });
}

/** The background colour of the dark contrast theme. */
const black = 'rgb(0, 0, 0)';

test('a contrast theme shows whether a checkbox or radio button is checked', async () => {
  const page = await openInContrastTheme('/en/order', { cart: await cartOf(shop.address, { [await tireId()]: 4 }) });
  for (const input of [page.locator('#field-acceptTerms'), page.locator('input[name=branch]').first()]) {
    const unchecked = await screenshotInside(input);
    expect(unchecked.equals(await screenshotInside(input))).toBe(true);
    await input.check();
    await input.blur();
    await page.mouse.move(0, 0);
    expect(unchecked.equals(await screenshotInside(input))).toBe(false);
  }
});

test('a contrast theme shows icons of options, arrows of selects, placeholders and the border of a notification, and gives drawings a white background', async () => {
  const page = await openInContrastTheme('/en?season=summer');
  expect(await backgroundOf(page.locator('html'))).toBe(black);
  expect(await backgroundOf(page.locator('main li img').first())).toBe('rgb(255, 255, 255)');
  const placeholderColor = page
    .locator('input[name=size]')
    .evaluate((field) => getComputedStyle(field, '::placeholder').color);
  expect([black, 'rgba(0, 0, 0, 0)']).not.toContain(await placeholderColor);
  await page.getByRole('combobox', { name: t.filter.season, exact: true }).click();
  const icons = page.locator('#filter-season option[data-icon]');
  expect(await icons.count()).toBe(8);
  for (const option of await icons.all()) expect(await backgroundOf(option, '::before')).not.toBe(black);
  await page.keyboard.press('Escape');
  const select = page.locator('#filter-manufacturer');
  const withArrow = await screenshotInside(select);
  expect(withArrow.equals(await screenshotInside(select))).toBe(true);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('select.field::picker-icon { content: "" }');
    document.adoptedStyleSheets.push(sheet);
  });
  expect(withArrow.equals(await screenshotInside(select))).toBe(false);
  await page.getByRole('button', { name: t.tire.add }).first().click();
  const border = page.locator('[data-notification]').evaluate((card) => getComputedStyle(card).borderTop);
  expect(await border).toMatch(/^1px solid /);
});

test('a contrast theme gives the drawing of the size a white background, and keeps the colour and letter of the label link', async () => {
  const page = await openInContrastTheme(`/en/product?id=${await tireId()}`);
  expect(await backgroundOf(page.locator('main svg[role=img]').first())).toBe('rgb(255, 255, 255)');
  const arrow = page.locator('a[href^="/labels/"] .arrow').first();
  expect(await arrow.evaluate((drawn) => getComputedStyle(drawn).color)).toBe(black);
  expect(await backgroundOf(arrow)).toMatch(/rgb\((?!0, 0, 0\))/);
});

const models = ['Hakka Blue 3', 'Primacy 5'];

const tireIds = () => Promise.all(models.map((model) => idOf(shop.db.kysely, model)));

async function printedPages(page: Page): Promise<number> {
  const file = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
  return file.match(/\/Type \/Page\b/g)?.length ?? 0;
}

test('the list is printed without its filters and buttons', async () => {
  const page = await shop.visit();
  await open(page, '/?season=summer');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.list-filters').isVisible()).toBe(false);
  expect(await page.locator('main button:visible').count()).toBe(0);
  expect(await page.locator('.tire-row h3').first().isVisible()).toBe(true);
});

test('a comparison is printed without the rows to buy, and its heading stands above its table', async () => {
  const page = await shop.visit();
  const ids = await tireIds();
  await open(page, `/compare?${new URLSearchParams(ids.map((id) => ['id', id]))}`);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.compare-buy:visible').count()).toBe(0);
  const section = page.locator('section:has(.compared)');
  expect(await section.evaluate((element) => getComputedStyle(element).breakInside)).toBe('auto');
});

test('a short cart is printed on one page', async () => {
  const [id = ''] = await tireIds();
  const page = await shop.visit({ storage: { cart: await cartOf(shop.address, { [id]: 4 }) } });
  await open(page, '/cart');
  await page.locator('main li').first().waitFor();
  expect(await printedPages(page)).toBe(1);
});

test.each([
  ['the page of an error', '/%E0'],
  ['the page of a fitting time', '/fitting'],
  ['the page of the branch', '/branch'],
])('%s is printed with dark text on white, also by a dark device', async (_page, path) => {
  const page = await shop.visit({ colorScheme: 'dark' });
  shop.allowErrors(/status of 40[0-9]/);
  await page.goto(new URL(path, shop.address).href);
  const colors = () =>
    page.locator('body').evaluate((body) => {
      const { color, backgroundColor, colorScheme } = getComputedStyle(body);
      return { color, backgroundColor, colorScheme };
    });
  expect((await colors()).color).not.toBe('rgb(26, 28, 30)');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await colors()).toEqual({
    color: 'rgb(26, 28, 30)',
    backgroundColor: 'rgb(255, 255, 255)',
    colorScheme: 'light',
  });
});
