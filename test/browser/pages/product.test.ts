import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RelatedTires } from '../../../src/shop/catalog/related/related.ts';
import type { Product } from '../../../src/shop/catalog/tire/tire.ts';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import {
  browserShop,
  eventually,
  hydrated,
  kept,
  open,
  phone,
  readable,
  words,
} from '../../support/browser/browser.ts';

const shop = browserShop();

const list = '/en?season=summer&sort=-price';
const heading = (page: Page) => page.locator('main h1');
const section = (page: Page, id: string) => page.locator(`section[aria-labelledby=${id}]`);

/** An expensive summer tire of the default size with other sizes and both kinds of alternatives. */
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

/** The page's API calls from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url().slice(`${shop.address}/api`.length));
  });
  return calls;
}

const linkTo = (page: Page, id: string) => page.locator(`main a[href$="/product?id=${id}"]`).first();

test('alternatives and other sizes are linked, and each page names its tire', async () => {
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

describe('the API calls of a product page', () => {
  test('are none for a document', async () => {
    const { tire } = await aDearTire();
    const page = await shop.visit({ language: 'en' });
    const calls = callsOf(page);
    await open(page, `/en/product?id=${tire.id}`);
    await page.waitForLoadState('networkidle');
    expect(await section(page, 'alternatives').count()).toBe(1);
    expect(calls).toEqual([]);
  });

  test('are tire and related tires on a navigation, once each and concurrently', async () => {
    const { tire } = await aDearTire();
    const page = await shop.visit({ language: 'en' });
    await open(page, list);
    const calls = callsOf(page);
    const asked: Route[] = [];
    await page.route('**/api/**', (route) => void asked.push(route));
    await linkTo(page, tire.id).click();
    await eventually(() => asked.length).toBe(2);
    // The list is still there.
    expect(await heading(page).textContent()).toBe(`${words.en.seasonTires.summer} 205/55 R16`);
    for (const route of asked) await route.continue();
    await section(page, 'alternatives').waitFor();
    await page.waitForLoadState('networkidle');
    expect(calls.sort()).toEqual([`/v1/products?id=${tire.id}`, `/v1/related?id=${tire.id}`]);
  });
});

describe('a tire is shown', () => {
  test('also without its related tires, which are not requested again', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const { tire } = await aDearTire();
    const page = await shop.visit({ language: 'en' });
    await open(page, list);
    const calls = callsOf(page);
    await page.route('**/api/v1/related*', (route) => route.abort());
    await linkTo(page, tire.id).click();
    await eventually(async () => readable(await heading(page).textContent())).toContain(tire.model);
    await section(page, 'facts').waitFor();
    // They were requested on the way here, perhaps before the click.
    calls.length = 0;
    await page.waitForLoadState('networkidle');
    expect(await section(page, 'alternatives').count()).toBe(0);
    expect(calls).toEqual([]);
  });

  test('early, and slow data are added when they arrive', async () => {
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

  test('without JavaScript, with all related tires', async () => {
    const { tire, related } = await aDearTire();
    const page = await shop.visit({ language: 'en', javaScriptEnabled: false });
    await page.goto(`/en/product?id=${tire.id}`);
    for (const { id } of Object.values(related).flat()) expect(await linkTo(page, id).isVisible()).toBe(true);
  });
});

describe('the price', () => {
  test('is for the count, and so are the days until collection', async () => {
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

  test('starts at four again on the next product page', async () => {
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

  test('stays in view on a phone, beside the cookie banner, and shifts nothing', async () => {
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

describe('the page’s messages', () => {
  test('load with a change of language', async () => {
    const { tire } = await aDearTire();
    const page = await shop.visit({ language: 'en' });
    await open(page, `/en/product?id=${tire.id}`);
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await page.locator('header').getByRole('link', { name: 'Rus' }).first().click();
    await page.waitForURL('**/ru/product?id=*');
    await page.getByRole('heading', { name: words.ru.product.facts }).waitFor();
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  });

  test('that cannot be fetched cause one document load of the page', async () => {
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
