import { beforeAll, expect, test } from 'vitest';
import { browserShop, cartOf, desktop, open, phone } from '../../support/browser/browser.ts';
import { clippedRings } from '../../support/browser/clipped-rings.ts';
import { controlBoxes, expectAligned, rowsOf } from '../../support/browser/control-boxes.ts';

const shop = browserShop();

test.each([
  ['a wide screen', desktop],
  ['a phone', phone],
])('selects, fields and buttons of a row are equally high on %s', async (_, device) => {
  const list = await fetch(`${shop.address}/api/v1/products?season=winter_friction&limit=1`);
  const [tire] = ((await list.json()) as { items: { id: string }[] }).items;
  const id = tire?.id ?? '';
  const page = await shop.visit({ ...device, storage: { cart: await cartOf(shop.address, { [id]: 4 }) } });
  const expectAlignedAt = async (path: string, selector: string) => {
    await open(page, path);
    await page.locator(selector).first().waitFor({ state: 'attached' });
    expectAligned(await page.evaluate(controlBoxes, selector));
  };
  await expectAlignedAt('/', rowsOf.filters);
  await expectAlignedAt(`/product?id=${id}`, rowsOf.purchase);
  await expectAlignedAt('/order', rowsOf.order);
});

let cart = '';
let ids: string[] = [];

beforeAll(async () => {
  const list = await fetch(`${shop.address}/api/v1/products?season=winter_friction&limit=4`);
  ids = ((await list.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
  cart = await cartOf(shop.address, { [ids[0] ?? '']: 2, [ids[1] ?? '']: 4 });
});

const pages: [string, () => string][] = [
  ['the list', () => `/?season=winter_friction&compare=${ids[0]}&compare=${ids[1]}`],
  ['an empty list', () => '/?season=truck'],
  ['a tire', () => `/product?id=${ids[0]}`],
  ['the comparison', () => `/compare?${ids.map((id) => `id=${id}`).join('&')}`],
  ['the cart', () => '/cart'],
  ['the order', () => '/order'],
  ['the FAQ', () => '/faq'],
  ['the withdrawal', () => '/withdrawal'],
];

test.each([
  ['a wide screen', desktop],
  ['a phone', phone],
])('on %s no focus ring is clipped on any page', async (_, device) => {
  const page = await shop.visit({ ...device, storage: { cart } });
  for (const [name, path] of pages) {
    await open(page, path());
    await page.waitForLoadState('networkidle');
    expect({ name, clipped: await page.evaluate(clippedRings, 'body') }).toEqual({ name, clipped: [] });
  }
});
