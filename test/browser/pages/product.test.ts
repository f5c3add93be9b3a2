import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  browserShop,
  collapseSpaces,
  eventually,
  messages,
  open,
  waitForHydration,
} from '../../support/browser/browser.ts';
import { tireWithRelated } from '../../support/browser/products.ts';

const shop = browserShop();

const listPath = '/en?season=summer&sort=-price';
const heading = (page: Page) => page.locator('main h1');
const section = (page: Page, id: string) => page.locator(`section[aria-labelledby=${id}]`);

/** Records the paths of the API calls that a page sends. */
function recordApiCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url().slice(`${shop.address}/api`.length));
  });
  return calls;
}

const linkTo = (page: Page, id: string) => page.locator(`main a[href$="/product?id=${id}"]`).first();

test('alternatives and other sizes link to product pages that show the chosen tire', async () => {
  const { tire, related } = await tireWithRelated(shop.address);
  const page = await shop.visit({ language: 'en' });
  await open(page, `/en/product?id=${tire.id}`);
  for (const sectionId of ['alternatives', 'sizes']) {
    const link = section(page, sectionId).getByRole('link').first();
    const to = `${await link.getAttribute('href')}`;
    await link.click();
    await page.waitForURL(`**${to}`);
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    const target = Object.values(related)
      .flat()
      .find(({ id }) => to.endsWith(`=${id}`));
    if (sectionId === 'alternatives')
      expect(collapseSpaces(await heading(page).textContent())).toContain(target?.model);
    else
      await eventually(() => page.title()).toContain(
        collapseSpaces(await heading(page).locator('span').last().textContent()),
      );
    await page.goBack();
    await eventually(async () => collapseSpaces(await heading(page).textContent())).toContain(tire.model);
  }
});

test('without JavaScript all related tires are offered, each alternative once, with the reason that its heading names', async () => {
  const { tire, related } = await tireWithRelated(shop.address);
  const page = await shop.visit({ language: 'en', javaScriptEnabled: false });
  await page.goto(`/en/product?id=${tire.id}`);
  const { cheaper, betterInWet, quieter, sooner } = messages.en.product.advantage;
  const reasons = [
    [cheaper, /^€[\d.]+ less each$/],
    [betterInWet, /^wet grip [A-D] \(this one [B-E]\)$/],
    [quieter, /^\d+ dB quieter$/],
    [sooner, /^(today|tomorrow|\w{3} \d+ \w+) instead of /],
  ] as const;
  const offered: (string | null)[] = [];
  for (const list of await section(page, 'alternatives').locator('div:has(> h3)').all()) {
    const heading = await list.locator('h3').textContent();
    const reason = reasons.find(([title]) => title === heading)?.[1] ?? /$^/;
    for (const item of await list.locator('li').all()) {
      expect(collapseSpaces(await item.locator('p strong').last().textContent())).toMatch(reason);
      offered.push(await item.locator('h4').getByRole('link').getAttribute('href'));
    }
  }
  expect(offered.length).toBeGreaterThan(2);
  expect(new Set(offered).size).toBe(offered.length);
  // Of the sooner ones, only those with an earlier day today.
  const { sooner: _, ...others } = related;
  for (const { id } of Object.values(others).flat()) expect(await linkTo(page, id).isVisible()).toBe(true);
});

test('says in heading, title and description that the details of a tire could not be loaded', async () => {
  shop.allowErrors(/status of 503/);
  const { tire } = await tireWithRelated(shop.address);
  const page = await shop.visit({ language: 'en' });
  await page.route('**/api/v1/products?id=*', (route) => route.fulfill({ status: 503 }));
  await open(page, '/en');
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/en/product?id=${tire.id}`);
  await eventually(async () => heading(page).textContent()).toBe(messages.en.product.failed);
  expect(await page.title()).toContain(messages.en.product.failed);
  const description = page.locator('meta[name=description]').last();
  expect(await description.getAttribute('content')).toBe(messages.en.product.failedHelp);
});

/** The calls for the soonest fitting time at each branch. */
const soonestTimes = (id: string) =>
  ['annelinn', 'ringtee'].map((branch) => {
    const query = new URLSearchParams({ branch, items: `${id}:4`, vehicle: 'car', method: 'pay_at_branch' });
    return `/v1/fitting/slots?${query}`;
  });

describe('the API calls of a product page', () => {
  test('are only those for the soonest fitting times when the document is requested', async () => {
    const { tire } = await tireWithRelated(shop.address);
    const page = await shop.visit({ language: 'en' });
    const calls = recordApiCalls(page);
    await open(page, `/en/product?id=${tire.id}`);
    await page.waitForLoadState('networkidle');
    expect(await section(page, 'alternatives').count()).toBe(1);
    expect(calls.sort()).toEqual(soonestTimes(tire.id));
  });

  test('on a navigation also include one for the tire and one for its related tires, sent concurrently', async () => {
    const { tire } = await tireWithRelated(shop.address);
    const page = await shop.visit({ language: 'en' });
    await open(page, listPath);
    const calls = recordApiCalls(page);
    const heldCalls: Route[] = [];
    await page.route('**/api/**', (route) => void heldCalls.push(route));
    await linkTo(page, tire.id).click();
    await eventually(() => heldCalls.length).toBe(2);
    // The list stays until the data arrive.
    expect(await heading(page).textContent()).toBe(`${messages.en.seasonTires.summer} 205/55 R16`);
    for (const route of heldCalls) await route.continue();
    await section(page, 'alternatives').waitFor();
    await page.waitForLoadState('networkidle');
    expect(calls.sort()).toEqual([...soonestTimes(tire.id), `/v1/products?id=${tire.id}`, `/v1/related?id=${tire.id}`]);
  });
});

describe('the product page shows its tire', () => {
  test('when its related tires cannot be fetched, and does not request them again', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const { tire } = await tireWithRelated(shop.address);
    const page = await shop.visit({ language: 'en' });
    await open(page, listPath);
    const calls = recordApiCalls(page);
    await page.route('**/api/v1/related*', (route) => route.abort());
    await linkTo(page, tire.id).click();
    await eventually(async () => collapseSpaces(await heading(page).textContent())).toContain(tire.model);
    await section(page, 'facts').waitFor();
    // Ignores requests before this point: the link may have preloaded the related tires.
    calls.length = 0;
    await page.waitForLoadState('networkidle');
    expect(await section(page, 'alternatives').count()).toBe(0);
    expect(calls).toEqual([]);
  });

  test('before slow data arrive, and adds these later', async () => {
    const { tire } = await tireWithRelated(shop.address);
    const page = await shop.visit({ language: 'en' });
    await page.clock.install();
    await open(page, listPath);
    const relatedRoute = Promise.withResolvers<Route>();
    await page.route('**/api/v1/related*', relatedRoute.resolve);
    const tireRead = page.waitForResponse('**/api/v1/products?id=*').then((response) => response.finished());
    await linkTo(page, tire.id).click();
    await tireRead;
    const route = await relatedRoute.promise;
    await eventually(async () => {
      await page.clock.runFor(500);
      return collapseSpaces(await heading(page).textContent());
    }).toContain(tire.model);
    expect(await section(page, 'alternatives').count()).toBe(0);
    await route.continue();
    await section(page, 'alternatives').waitFor();
  });
});

test('messages of the product page that cannot be fetched cause one document load of it', async () => {
  shop.allowErrors(/ERR_FAILED|messages en could not be loaded/);
  const { tire } = await tireWithRelated(shop.address);
  const page = await shop.visit({ language: 'en' });
  await open(page, listPath);
  let isBlocked = true;
  let documentLoads = 0;
  await page.route(/assets\/en-/, (route) => (isBlocked ? route.abort() : route.continue()));
  page.on('request', (request) => {
    if (request.resourceType() !== 'document') return;
    documentLoads += 1;
    isBlocked = false;
  });
  await linkTo(page, tire.id).click();
  await page.waitForURL('**/en/product?id=*');
  await waitForHydration(page);
  await page.getByRole('heading', { name: messages.en.product.facts }).waitFor();
  expect(documentLoads).toBe(1);
});
