import { beforeAll, describe, expect, test } from 'vitest';
import { browserShop, cartOf, desktop, open, phone } from '../../support/browser/browser.ts';
import { clippedRings } from '../../support/browser/clipped-rings.ts';

const shop = browserShop();

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

describe.each([
  ['a wide screen', desktop],
  ['a phone', phone],
])('on %s no focus ring is clipped', (_, device) => {
  test.each(pages)('on %s', async (_name, path) => {
    const page = await shop.visit({ ...device, storage: { cart } });
    await open(page, path());
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(clippedRings, 'body')).toEqual([]);
  });
});
