import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RelatedTires } from '../../src/shop/catalog/related-query.ts';
import type { Product } from '../../src/shop/catalog/tire.ts';
import { localeIds, localizedPath } from '../../src/shop/locale.ts';
import { browserShop, eventually, hydrated, kept, open, phone, readable, words } from '../support/browser.ts';

const shop = browserShop();

const list = '/en?season=summer&sort=-price';
const heading = (page: Page) => page.locator('main h1');
const section = (page: Page, id: string) => page.locator(`section[aria-labelledby=${id}]`);

/** A dear summer tire of the default size that has other sizes and both kinds of alternatives. */
async function aDearTire(): Promise<{ tire: Product; related: RelatedTires }> {
  const products = await fetch(
    `${shop.address}/api/v1/products?season=summer&treadWidth=205&profile=55&diameter=16&sort=-price`,
  );
  const { items } = (await products.json()) as { items: Product[] };
  for (const tire of items.filter(({ available }) => available >= 8)) {
    const related = (await (await fetch(`${shop.address}/api/v1/related?id=${tire.id}`)).json()) as RelatedTires;
    if (Object.values(related).every((tires) => tires.length > 0)) return { tire, related };
  }
  throw new Error('the demonstration list has no such tire');
}

/** What a page asks of the API from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url().slice(`${shop.address}/api`.length));
  });
  return calls;
}

const linkTo = (page: Page, id: string) => page.locator(`main a[href$="/product?id=${id}"]`).first();

test('alternatives and other sizes lead on, and each page says what its tire is', async () => {
  const { tire, related } = await aDearTire();
  const page = await shop.visit({ language: 'en' });
  await open(page, `/en/product?id=${tire.id}`);
  for (const id of ['alternatives', 'sizes']) {
    const link = section(page, id).getByRole('link').first();
    const to = `${await link.getAttribute('href')}`;
    await link.click();
    await page.waitForURL(`**${to}`);
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    const known = [...related.cheaper, ...related.quieter, ...related.sizes].find(({ id }) => to.endsWith(`=${id}`));
    if (id === 'alternatives') expect(readable(await heading(page).textContent())).toContain(known?.model);
    else
      await eventually(() => page.title()).toContain(
        readable(await heading(page).locator('span').last().textContent()),
      );
    await page.goBack();
    await eventually(async () => readable(await heading(page).textContent())).toContain(tire.model);
  }
});

describe('what a tire’s page asks for', () => {
  test('is nothing when it comes as a document', async () => {
    const { tire } = await aDearTire();
    const page = await shop.visit({ language: 'en' });
    const calls = callsOf(page);
    await open(page, `/en/product?id=${tire.id}`);
    await page.waitForLoadState('networkidle');
    expect(await section(page, 'alternatives').count()).toBe(1);
    expect(calls).toEqual([]);
  });

  test('is tire and related tires, once each and at the same time, on a navigation', async () => {
    const { tire } = await aDearTire();
    const page = await shop.visit({ language: 'en' });
    await open(page, list);
    const calls = callsOf(page);
    const asked: Route[] = [];
    await page.route('**/api/**', (route) => void asked.push(route));
    await linkTo(page, tire.id).click();
    await eventually(() => asked.length).toBe(2);
    // The list still stands.
    expect(await heading(page).textContent()).toBe(`${words.en.seasonTires.summer} 205/55 R16`);
    for (const route of asked) await route.continue();
    await section(page, 'alternatives').waitFor();
    await page.waitForLoadState('networkidle');
    expect(calls.sort()).toEqual([`/v1/products?id=${tire.id}`, `/v1/related?id=${tire.id}`]);
  });
});

describe('a tire is shown', () => {
  test('also when what is related to it cannot be had, which is not asked for again', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const { tire } = await aDearTire();
    const page = await shop.visit({ language: 'en' });
    await open(page, list);
    const calls = callsOf(page);
    await page.route('**/api/v1/related*', (route) => route.abort());
    await linkTo(page, tire.id).click();
    await eventually(async () => readable(await heading(page).textContent())).toContain(tire.model);
    await section(page, 'facts').waitFor();
    // On the way here they have been asked for, perhaps ahead of the click.
    calls.length = 0;
    await page.waitForLoadState('networkidle');
    expect(await section(page, 'alternatives').count()).toBe(0);
    expect(calls).toEqual([]);
  });

  test('soon, and what is slow is added when it comes', async () => {
    const { tire } = await aDearTire();
    const page = await shop.visit({ language: 'en' });
    await page.clock.install();
    await open(page, list);
    const slow = Promise.withResolvers<Route>();
    await page.route('**/api/v1/related*', slow.resolve);
    const answered = page.waitForResponse('**/api/v1/products?id=*');
    await linkTo(page, tire.id).click();
    await (await answered).finished();
    const route = await slow.promise;
    await eventually(async () => {
      await page.clock.runFor(500);
      return readable(await heading(page).textContent());
    }).toContain(tire.model);
    expect(await section(page, 'alternatives').count()).toBe(0);
    await route.continue();
    await section(page, 'alternatives').waitFor();
  });

  test('without JavaScript, with everything that is related to it', async () => {
    const { tire, related } = await aDearTire();
    const page = await shop.visit({ language: 'en', javaScriptEnabled: false });
    await page.goto(`/en/product?id=${tire.id}`);
    for (const { id } of Object.values(related).flat()) expect(await linkTo(page, id).isVisible()).toBe(true);
  });
});

describe('the price', () => {
  test('is that of the count, and so are the days until it can be collected', async () => {
    const { tire } = await aDearTire();
    const page = await shop.visit({ language: 'en' });
    await open(page, `/en/product?id=${tire.id}`);
    const panel = page.getByRole('complementary');
    const euros = (count: number) => `€${(tire.price * count).toFixed(2)}`;
    await panel.getByText(euros(4), { exact: true }).waitFor();
    await panel.getByRole('button', { name: words.en.count.more }).click();
    await panel.getByText(euros(5), { exact: true }).waitFor();
    await panel.getByRole('columnheader', { name: 'Collect 5 tires' }).waitFor();
    await panel.getByRole('button', { name: /^Add to cart/ }).click();
    await panel.getByRole('link', { name: words.en.tire.inCart }).waitFor();
    await panel.getByText(euros(5), { exact: true }).waitFor();
  });

  test('starts at four again on the page of the next tire', async () => {
    const { tire } = await aDearTire();
    const page = await shop.visit({ language: 'en' });
    await open(page, `/en/product?id=${tire.id}`);
    await page.getByRole('button', { name: words.en.count.less }).click();
    await page.getByText('3 tires together').waitFor();
    await section(page, 'alternatives').getByRole('link').first().click();
    await page.getByText('4 tires together').waitFor();
  });

  test.each(localeIds)('and the button are on the first screen of a phone, in %s', async (locale) => {
    const { tire } = await aDearTire();
    const page = await shop.visit({ ...phone, language: locale, kept: { isCookieAccepted: 'true' } });
    await open(page, localizedPath(`/product?id=${tire.id}`, locale));
    const button = await page.locator('.button-signal').boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(phone.viewport.height - 80);
  });

  test('stays at hand on a phone, clear of the cookie banner, and moves nothing', async () => {
    const { tire } = await aDearTire();
    const page = await shop.visit({ ...phone, language: 'ru' });
    await open(page, `/ru/product?id=${tire.id}`);
    const banner = page.getByRole('region', { name: words.ru.cookies.title });
    await banner.waitFor();
    const before = await section(page, 'sizes').evaluate((it) => it.getBoundingClientRect().top + scrollY);
    await section(page, 'sizes').getByRole('link').first().scrollIntoViewIfNeeded();
    const button = page.getByRole('button', { name: /^Добавить в корзину/ });
    const [line, cookies] = [await button.boundingBox(), await banner.boundingBox()];
    expect(line?.y).toBeGreaterThanOrEqual(0);
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThan(cookies?.y ?? 0);
    expect(await section(page, 'sizes').evaluate((it) => it.getBoundingClientRect().top + scrollY)).toBe(before);
    await button.tap();
    await eventually(() => kept(page, 'cart')).toContain(tire.id);
  });
});

describe('the words of the page', () => {
  test('come along when the language changes', async () => {
    const { tire } = await aDearTire();
    const page = await shop.visit({ language: 'en' });
    await open(page, `/en/product?id=${tire.id}`);
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await page.locator('header').getByRole('link', { name: 'Rus' }).first().click();
    await page.waitForURL('**/ru/product?id=*');
    await page.getByRole('heading', { name: words.ru.product.facts }).waitFor();
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  });

  test('that cannot be fetched become one document load of the page', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const { tire } = await aDearTire();
    const page = await shop.visit({ language: 'en' });
    await open(page, list);
    let broken = true;
    let documents = 0;
    await page.route(/assets\/en-/, (route) => (broken ? route.abort() : route.continue()));
    page.on('request', (request) => {
      if (request.resourceType() !== 'document') return;
      documents += 1;
      broken = false;
    });
    await linkTo(page, tire.id).click();
    await page.waitForURL('**/en/product?id=*');
    await hydrated(page);
    await page.getByRole('heading', { name: words.en.product.facts }).waitFor();
    expect(documents).toBe(1);
  });
});
